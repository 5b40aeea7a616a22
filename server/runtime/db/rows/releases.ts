/** Offer of a version as set at the desk. Its file has everything else. */
export type ReleaseOfferRow = {
  version: string
  /** Percentage of installations. */
  rollout: number
  /** Rollout in its file at that time. */
  filed_rollout: number
  withdrawn: number
  changed_by: string
  changed_at: string
}
