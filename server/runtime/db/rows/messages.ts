import type { ContactMessage } from '#shared/contact/contact.ts'

/** Each field of the form has a column of its name. */
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
  /** The e-mail of whoever of the staff answers it, folded. */
  assigned_to: string | null
}
