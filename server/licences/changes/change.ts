import { z } from 'zod'
import { addMonths, type Day, monthsBetween } from '#shared/calendar/calendar.ts'
import { daySchema } from '#shared/calendar/day-schema.ts'
import { isForGood } from '#shared/licensing/for-good.ts'

/** An order line's effect on a licence, fixed when it is sold. */
export const changeSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('renewal'),
    months: z.int().positive(),
    /** The plan whose price it has. Orders of earlier versions name none. */
    sku: z.string().optional(),
    /** The extra machines that were priced. With more of them when it is paid, it doesn't apply. */
    extraSeats: z.int().nonnegative().optional(),
  }),
  z.object({
    kind: z.literal('upgrade'),
    /** The licence must still have this sku when the change is paid. */
    from: z.string(),
    sku: z.string(),
    plan: z.string(),
    seats: z.int().positive(),
    /** The months ahead that were priced. More of them when it is paid aren't included. Earlier orders priced none. */
    ahead: z.int().nonnegative().optional(),
  }),
  /** Pays the new plan's price of updates that the old plan paid ahead. The licence stays as it is. */
  z.object({ kind: z.literal('ahead'), months: z.int().positive() }),
  z.object({
    kind: z.literal('seats'),
    seats: z.int().positive(),
    /** The limit at the time of sale. */
    maxSeats: z.int().positive(),
  }),
])

export type Change = z.infer<typeof changeSchema>

type Upgrade = Extract<Change, { kind: 'upgrade' }>

export type Terms = {
  sku: string
  plan: string
  /** The owner may have set more than the plan has, or less. No upgrade takes seats away. */
  planSeats: number
  /** The biggest upgrade's; 0 before the first one. */
  upgradeSeats: number
  /** Extra seats come on top of any plan. */
  extraSeats: number
  /** One sum of months, so that a short month clips renewals only once. */
  updates: { from: Day; months: number }
  /** The months of all renewals, however late they were paid. */
  renewedMonths: number
}

/** What the owner set by hand, and what the licence had then, so that reversals count from there. */
export const setByOwnerSchema = z.object({
  seats: z.object({ from: z.int(), to: z.int() }).optional(),
  updates: z.object({ to: daySchema, renewedMonths: z.int() }).optional(),
})

type SetByOwner = z.infer<typeof setByOwnerSchema>

/** @property on the day of the first payment, even after a won dispute restores the change */
export type AppliedChange = {
  change: Change
  on: Day
  stands: boolean
  /** Between this change and the next. It stays when the change is reverted. */
  setByOwner?: SetByOwner | undefined
}

/** @property changes the earliest first */
export type History<Applied extends AppliedChange = AppliedChange> = {
  bought: Terms
  changes: readonly Applied[]
}

/** Ignores reverted changes, as if they had never been. */
export function licenceTermsOf({ bought, changes }: History): Terms {
  return changes.reduce((before, applied) => {
    const terms = applied.stands ? applyChange(before, applied) : before
    return applied.setByOwner ? applySet(terms, applied.setByOwner) : terms
  }, bought)
}

/** The owner set after the latest change what the licence has otherwise than by its history. */
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

/** A renewal starts when the updates end, or on the day of payment if they have ended. Updates for good stay so. */
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

/** What was reverted since is subtracted, what was restored is added. Nothing is subtracted that the owner took already. */
function applySet(terms: Terms, { seats, updates }: SetByOwner): Terms {
  return {
    ...terms,
    ...(seats && setSeats(terms, seats)),
    ...(updates && { updates: setUpdates(terms, updates) }),
  }
}

/** The extra seats go first, because each adds to the price of a renewal. */
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

/** During a dispute of one upgrade another can be sold. Once both stand, the bigger plan counts. */
function upgrades(terms: Terms, { from, seats }: Upgrade): boolean {
  return from === terms.sku || seats > terms.upgradeSeats
}

/**
 * Both fail once the licence has another plan. An upgrade also fails after a renewal at the old plan's price, and a renewal
 * once updates are for good.
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

/** Whole months of updates left beyond the twelve that come with a new licence. */
export function monthsAhead(terms: Terms, on: Day): number {
  // Updates for good were never paid by the year.
  return isForGood(updatesEnd(terms)) ? 0 : Math.max(0, monthsBetween(on, updatesEnd(terms)) - 12)
}

export function updatesEnd({ updates: { from, months } }: Terms): Day {
  return addMonths(from, months)
}

export function seatLimitOf({ planSeats, extraSeats }: Terms): number {
  return planSeats + extraSeats
}
