export type MessageRow = {
  id: string
  reference: string
  name: string
  email: string
  topic: string
  message: string
  /** 1 if the sender passed the human verification. */
  verified: number
  quarantined: number
  /** Hash of the content while repeats count as the same message; null afterwards. */
  repeat_key: string | null
  created_at: string
  answered_at: string | null
  answered_by: string | null
}
