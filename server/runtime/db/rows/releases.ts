/** What was pressed at the desk for a version. Its file says all the rest. */
export type ReleaseOfferRow = {
  version: string
  /** Percent of the installations. */
  rollout: number
  /** The rollout of its file then. */
  filed_rollout: number
  withdrawn: number
  changed_by: string
  changed_at: string
}
