import type { Day } from '#shared/calendar/calendar.ts'

export type LicenceRow = {
  id: string
  order_line_id: string | null
  /** Counts the line's licences from 0. */
  ordinal: number
  /** HMAC of the normalised key. */
  key_lookup: string
  key_cipher: string
  key_hint: string
  /** What another shop called it: the end of its key, and its order. Search finds it by these. */
  known_as: string | null
  /** HMACs of the key's groups, by which a part of it is found. */
  key_groups: string
  sku: string
  plan: string
  seat_limit: number
  updates_until: string
  status: 'active' | 'suspended' | 'revoked'
  /** A dispute's end must not lift an operator's suspension. */
  suspended_by: 'dispute' | 'operator' | null
  licensed_name: string
  licensed_company: string | null
  email: string
  created_at: string
  moved_at: string | null
  /** JSON, `EntitlementChange`. Null as long as they are the plan's. */
  entitlements: string | null
  /** Null for the plan's; 0 for files that hold for good. */
  offline_days: number | null
  /** The licence's name in another program. */
  external_id: string | null
  /** JSON of texts. */
  metadata: string
}

/** A paid order line that changed a licence. One row for each line. */
export type LicenceChangeRow = {
  id: string
  licence_id: string
  /** The order in which changes were first applied, from 0. */
  ordinal: number
  order_line_id: string
  kind: 'renewal' | 'upgrade' | 'ahead' | 'seats'
  /** JSON. The licence before and after; the first row's `before` is the licence as bought. `after` has what the owner set next, too. */
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
  /** The machine's earlier id, whose seat this was. */
  carried_from: string | null
  /** The token that took the seat; null if a key did. */
  enrolment_id: string | null
}

/** A token in a key's place, for silent installations. */
export type EnrolmentRow = {
  id: string
  licence_id: string
  /** SHA-256 in hex. It has 110 random bits, so its look-up needs no secret. */
  token_hash: string
  token_hint: string
  /** How many machines may hold seats by it. */
  seats: number
  /** In the company's time zone. */
  last_day: Day
  who: string
  created_at: string
  ended_at: string | null
}

/** Rows are kept forever, so a machine gets no second trial. */
export type TrialRow = { machine_id: string; started_at: string; expires_at: string }

export type ReplacedKeys = {
  /** SHA-256 in hex. A dead key opens nothing, so its look-up needs no secret. */
  key_hash: string
  licence_id: string
  key_hint: string
  replaced_at: string
  /** When it was replaced; ISO 8601 UTC. */
  updates_until: string
}

/** A key of another system, which works in place of the licence's own. */
export type OldKeyRow = {
  /** HMAC of the hash. */
  key_lookup: string
  licence_id: string
  /** The sealed SHA-256 of the key's normal form: it suffices to find the key under another secret. */
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
  /** 1 if the licences keep their keys. Taking them back replaces the keys all the same. */
  keeps_key: number
  started_at: string
  accepted_at: string | null
  confirmed_at: string | null
  undone_at: string | null
}
