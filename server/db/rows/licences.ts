export type LicenceRow = {
  id: string
  /** Null for one that the operator issued. */
  order_line_id: string | null
  /** Which of the line's quantity, from 0. */
  ordinal: number
  /** HMAC of the normalised key. */
  key_lookup: string
  /** The key, encrypted. */
  key_cipher: string
  key_hint: string
  sku: string
  plan: string
  seat_limit: number
  updates_until: string
  status: 'active' | 'suspended' | 'revoked'
  /** Who suspended it: the end of a dispute lifts no operator's suspension. */
  suspended_by: 'dispute' | 'operator' | null
  licensed_name: string
  licensed_company: string | null
  email: string
  created_at: string
  /** When it last came to this address from another; null for one that never moved. */
  moved_at: string | null
}

/** A paid order line that changed a licence. One row for each line. */
export type LicenceChangeRow = {
  id: string
  licence_id: string
  /** Counts the changes of a licence, from 0, as they were first applied. */
  ordinal: number
  order_line_id: string
  kind: 'renewal' | 'upgrade' | 'seats'
  /** The licence around this change when it was first applied, as JSON. The first row keeps the licence as bought. */
  before: string
  after: string
  applied_at: string
  /** Set while the change is taken back. */
  reverted_at: string | null
}

export type ActivationRow = {
  id: string
  licence_id: string
  /** 0 … seat_limit - 1: a numbered slot, so that a unique index bounds them. */
  seat: number
  machine_id: string
  machine_name: string | null
  machine_os: string | null
  app_version: string | null
  activated_at: string
  seen_at: string
  released_at: string | null
}

/** Kept for good, so a machine gets no second trial. */
export type TrialRow = { machine_id: string; started_at: string; expires_at: string }

export type ReplacedKeys = {
  /** SHA-256 in hex. A dead key opens nothing, so its look-up needs no secret. */
  key_hash: string
  licence_id: string
  key_hint: string
  replaced_at: string
}

/** Licences on their way to another address: accepted there, then confirmed at the old one. Addresses are folded. */
export type LicenceMoveRow = {
  id: string
  from_email: string
  to_email: string
  /** JSON. */
  licence_ids: string
  started_at: string
  accepted_at: string | null
  confirmed_at: string | null
  undone_at: string | null
}
