import type { FieldError } from '../problem.ts'

/** The action data of a page after a refused form. */
export type DeskRefusal = {
  form: string
  code: string
  detail: string
  errors: FieldError[]
  values: Record<string, string | string[]>
  /** The effect of a final act, before its confirmation; null otherwise. */
  preview: Record<string, unknown> | null
  /** Set with `changed_meanwhile`. */
  changed: { who?: string; at?: string; act?: string } | null
}

/** A refused upload of a statement. */
export type StatementRefusal = DeskRefusal & {
  /** Where a person has to say what the columns of a CSV are. */
  sample: {
    /** The first five. */
    rows: string[][]
    guess: string[] | null
    /** The file itself in base64, so nobody chooses it twice; null when it is too large to go back and forth. */
    file: string | null
  } | null
}
