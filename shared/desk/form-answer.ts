import type { FieldError } from '../problem.ts'

/** What a refused form of the desk finds as its page's action data. */
export type DeskRefusal = {
  /** The form's own address, because a page has several. */
  form: string
  code: string
  /** A sentence for people. */
  detail: string
  errors: FieldError[]
  /** What was typed. */
  values: Record<string, string | string[]>
  /** What a final act will do; null for every other refusal. */
  preview: Record<string, unknown> | null
  /** Who was quicker, with `changed_meanwhile`. */
  changed: { who?: string; at?: string; act?: string } | null
}
