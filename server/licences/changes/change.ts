import { z } from 'zod'
import { addMonths, type Day, monthsBetween } from '#shared/calendar/calendar.ts'
import { daySchema } from '#shared/calendar/day-schema.ts'
import { isForGood } from '#shared/licensing/for-good.ts'

/** Effect of an order line on a licence, fixed when it is sold. */
export const changeSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('renewal'),
    months: z.int().positive(),
    /** Plan whose renewal price was charged. Orders of earlier versions name none. */
    sku: z.string().optional(),
    /** Number of extra machines priced. The renewal doesn't apply if there are more at payment. */
    extraSeats: z.int().nonnegative().optional(),
  }),
  z.object({
    kind: z.literal('upgrade'),
    /** Plan that the licence must still have when the change is paid. */
    from: z.string(),
    sku: z.string(),
    plan: z.string(),
    seats: z.int().positive(),
    /** Months ahead that were priced. The upgrade doesn't apply if there are more at payment. */
    ahead: z.int().nonnegative().optional(),
  }),
  /**
   * Pays the difference in price for updates already paid under the old plan. The licence stays unchanged.
   */
  z.object({ kind: z.literal('ahead'), months: z.int().positive() }),
  z.object({
    kind: z.literal('seats'),
    seats: z.int().positive(),
    /** Seat limit at the time of sale. */
    maxSeats: z.int().positive(),
  }),
])

export type Change = z.infer<typeof changeSchema>

type Upgrade = Extract<Change, { kind: 'upgrade' }>

export type Terms = {
  sku: string
  plan: string
  /** The owner may have set more or fewer seats than the plan's. Upgrades never take seats away. */
  planSeats: number
  /** Seats of the biggest upgrade; 0 before the first one. */
  upgradeSeats: number
  /** Seats beyond those of the plan. */
  extraSeats: number
  /** One sum of months, so that a short month shortens the end only once. */
  updates: { from: Day; months: number }
  /** Months of all renewals, however late they were paid. */
  renewedMonths: number
}

/** Values that the owner set by hand, and the earlier ones, from which reversals count. */
export const setByOwnerSchema = z.object({
  seats: z.object({ from: z.int(), to: z.int() }).optional(),
  updates: z.object({ to: daySchema, renewedMonths: z.int() }).optional(),
})

type SetByOwner = z.infer<typeof setByOwnerSchema>

/** @property on day of the first payment, even after a won dispute restores the change */
export type AppliedChange = {
  change: Change
  on: Day
  stands: boolean
  /** Set between this change and the next. It stays when the change is reverted. */
  setByOwner?: SetByOwner | undefined
}

/** @property changes earliest first */
export type History<Applied extends AppliedChange = AppliedChange> = {
  bought: Terms
  changes: readonly Applied[]
}

/** Ignores reverted changes. */
export function licenceTermsOf({ bought, changes }: History): Terms {
  return changes.reduce((before, applied) => {
    const terms = applied.stands ? applyChange(before, applied) : before
    return applied.setByOwner ? applySet(terms, applied.setByOwner) : terms
  }, bought)
}

/** Attributes to the owner whatever differs from the history after the latest change. */
export function withSetByOwner<Applied extends AppliedChange>(
  history: History<Applied>,
  { seats, updatesUntil }: { seats: number; updatesUntil: Day },
): readonly Applied[] {
  const { bought, changes } = history
  const latest = changes.at(-1)
  if (!latest) return changes
  const known = licenceTermsOf(history)
  const [isSeats, isUpdates] = [seatLimitOf(known) === seats, updatesEnd(known) === updatesUntil]
  if (isSeats && isUpdates) return changes
  const earlier = changes.slice(0, -1)
  const unset = licenceTermsOf({ bought, changes: [...earlier, { ...latest, setByOwner: undefined }] })
  const setByOwner = {
    seats: isSeats ? latest.setByOwner?.seats : { from: seatLimitOf(unset), to: seats },
    updates: isUpdates
      ? latest.setByOwner?.updates
      : { to: updatesUntil, renewedMonths: unset.renewedMonths },
  }
  return [...earlier, { ...latest, setByOwner }]
}

/**
 * A renewal starts when the updates end, or on the day of payment if that is later. Unlimited updates stay.
 */
export function applyChange(terms: Terms, { change, on }: Pick<AppliedChange, 'change' | 'on'>): Terms {
  switch (change.kind) {
    case 'renewal': {
      if (isForGood(updatesEnd(terms))) return terms
      const { from, months } = updatesEnd(terms) < on ? { from: on, months: 0 } : terms.updates
      const renewedMonths = terms.renewedMonths + change.months
      return { ...terms, updates: { from, months: months + change.months }, renewedMonths }
    }
    case 'upgrade':
      return upgrades(terms, change)
        ? {
            ...terms,
            sku: change.sku,
            plan: change.plan,
            planSeats: Math.max(terms.planSeats, change.seats),
            upgradeSeats: Math.max(terms.upgradeSeats, change.seats),
          }
        : terms
    case 'ahead':
      return terms
    case 'seats':
      return { ...terms, extraSeats: terms.extraSeats + change.seats }
  }
}

/** Subtracts later reversals, except what the owner already took away, and adds later restorations. */
function applySet(terms: Terms, { seats, updates }: SetByOwner): Terms {
  return {
    ...terms,
    ...(seats && setSeats(terms, seats)),
    ...(updates && { updates: setUpdates(terms, updates) }),
  }
}

/** Takes extra seats away first, because each raises the price of a renewal. */
function setSeats(terms: Terms, { from, to }: NonNullable<SetByOwner['seats']>) {
  const limit = seatLimitOf(terms)
  const seats = Math.max(limit + to - from, Math.min(limit, to))
  const extraSeats = Math.min(terms.extraSeats, Math.max(0, seats - terms.planSeats))
  return { planSeats: seats - extraSeats, extraSeats }
}

function setUpdates(terms: Terms, { to, renewedMonths }: NonNullable<SetByOwner['updates']>) {
  if (isForGood(to)) return { from: to, months: 0 }
  const end = updatesEnd(terms)
  const least = to < end ? to : end
  const months = terms.renewedMonths - renewedMonths
  return addMonths(to, months) < least ? { from: least, months: 0 } : { from: to, months }
}

/** Another upgrade can be sold while one is disputed. If both stand, the bigger plan counts. */
function upgrades(terms: Terms, { from, seats }: Upgrade): boolean {
  return from === terms.sku || seats > terms.upgradeSeats
}

/**
 * Upgrades and renewals can't apply once the licence has another plan. Nor can an upgrade after a renewal at
 * the old plan's price, or a renewal of unlimited updates.
 */
export function canApply(terms: Terms, { change, on }: Pick<AppliedChange, 'change' | 'on'>): boolean {
  switch (change.kind) {
    case 'upgrade':
      return change.from === terms.sku && monthsAhead(terms, on) <= (change.ahead ?? Number.POSITIVE_INFINITY)
    case 'seats':
      return seatLimitOf(terms) + change.seats <= change.maxSeats
    case 'renewal':
      return (
        !isForGood(updatesEnd(terms)) &&
        (change.sku === undefined || change.sku === terms.sku) &&
        terms.extraSeats <= (change.extraSeats ?? Number.POSITIVE_INFINITY)
      )
    case 'ahead':
      return true
  }
}

/** Whole months of updates left beyond the twelve included with a new licence. */
export function monthsAhead(terms: Terms, on: Day): number {
  // Unlimited updates were never paid by the year.
  return isForGood(updatesEnd(terms)) ? 0 : Math.max(0, monthsBetween(on, updatesEnd(terms)) - 12)
}

export function updatesEnd({ updates: { from, months } }: Terms): Day {
  return addMonths(from, months)
}

export function seatLimitOf({ planSeats, extraSeats }: Terms): number {
  return planSeats + extraSeats
}
