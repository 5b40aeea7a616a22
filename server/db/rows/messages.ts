export type MessageRow = {
  id: string
  reference: string
  name: string
  email: string
  topic: string
  message: string
  /** A person passed the human verification. */
  verified: number
  quarantined: number
  /** Hash of the content while a repeat of it counts as the same message; null afterwards. */
  repeat_key: string | null
  created_at: string
  /** When somebody said that it is answered, and who. */
  answered_at: string | null
  answered_by: string | null
}
