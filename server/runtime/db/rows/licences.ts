import type { Day } from '#shared/calendar/calendar.ts'

export type LicenceRow = {
  id: string
  order_line_id: string | null
  /** Index of the licence within its order line, from 0. */
  ordinal: number
  /** HMAC of the normalised key. */
  key_lookup: string
  key_cipher: string
  key_hint: string
  /** Another shop's references: the end of its key, and its order. Search uses these. */
  known_as: string | null
  /** HMACs of the key's groups, for searching by part of a key. */
  key_groups: string
  sku: string
  plan: string
  seat_limit: number
  updates_until: string
  status: 'active' | 'suspended' | 'revoked'
  /** Lets the end of a dispute keep an operator's suspension. */
  suspended_by: 'dispute' | 'operator' | null
  licensed_name: string
  licensed_company: string | null
  email: string
  created_at: string
  moved_at: string | null
  /** JSON, `EntitlementChange`. Null while they are the plan's. */
  entitlements: string | null
  /** Null for the plan's; 0 for files that never expire. */
  offline_days: number | null
  /** Id of the licence in another program. */
  external_id: string | null
  /** JSON object of texts. */
  metadata: string
}

/** A paid order line that changed a licence. One row per line. */
export type LicenceChangeRow = {
  id: string
  licence_id: string
  /** The order in which changes were first applied, from 0. */
  ordinal: number
  order_line_id: string
  kind: 'renewal' | 'upgrade' | 'ahead' | 'seats'
  /**
   * JSON of the licence before and after; the first row's `before` is the licence as bought. `after` also has
   * what the owner set next.
   */
  before: string
  after: string
  applied_at: string
  reverted_at: string | null
}

export type ActivationRow = {
  id: string
  licence_id: string
  /** 0 to seat_limit − 1, so a unique index enforces the limit. */
  seat: number
  machine_id: string
  machine_name: string | null
  machine_os: string | null
  app_version: string | null
  activated_at: string
  seen_at: string
  released_at: string | null
  /** SHA-256 in hex of the token that opens its update feed. */
  update_token_hash: string | null
  /** Earlier id of the machine, whose seat this was. */
  carried_from: string | null
  /** Enrolment whose token took the seat; null if a key did. */
  enrolment_id: string | null
}

/** A token that replaces the key in silent installations. */
export type EnrolmentRow = {
  id: string
  licence_id: string
  /** SHA-256 in hex. It has 110 random bits, so its look-up needs no secret. */
  token_hash: string
  token_hint: string
  /** Number of machines that may hold seats with it. */
  seats: number
  /** Last day, in the company's time zone. */
  last_day: Day
  who: string
  created_at: string
  ended_at: string | null
}

/** Rows are kept forever, so a machine gets no second trial. */
export type TrialRow = { machine_id: string; started_at: string; expires_at: string }

export type ReplacedKeys = {
  /** SHA-256 in hex. A replaced key opens nothing, so its look-up needs no secret. */
  key_hash: string
  licence_id: string
  key_hint: string
  replaced_at: string
  /** End of updates at the replacement; ISO 8601 UTC. */
  updates_until: string
}

/** A key of another system, which works instead of the licence's own. */
export type OldKeyRow = {
  /** HMAC of the key's hash. */
  key_lookup: string
  licence_id: string
  /** The encrypted SHA-256 of the key's normal form, from which another secret's look-up can be computed. */
  hash_cipher: string
  key_hint: string
  replaced_at: string | null
}

/** The new address accepts the move, then the old one confirms it. Addresses are folded. */
export type LicenceMoveRow = {
  id: string
  from_email: string
  to_email: string
  licence_ids: string
  /** 1 if the licences keep their keys. Undoing the move replaces them anyway. */
  keeps_key: number
  started_at: string
  accepted_at: string | null
  confirmed_at: string | null
  undone_at: string | null
}
