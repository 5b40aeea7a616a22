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
