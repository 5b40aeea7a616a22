import type { ContactMessage } from '#shared/contact/contact.ts'

/** Has a column for each field of the form. */
export type MessageRow = Record<keyof ContactMessage, string> & {
  id: string
  reference: string
  /** 1 if the sender passed the human verification. */
  verified: number
  quarantined: number
  /** Hash of the content while repeats count as the same message; null afterwards. */
  repeat_key: string | null
  created_at: string
  answered_at: string | null
  answered_by: string | null
  /** Folded e-mail of the assigned member of staff. */
  assigned_to: string | null
}
