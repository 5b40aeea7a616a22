import { z } from 'zod'
import { addMonths, type Day, monthsBetween } from '#shared/calendar/calendar.ts'
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
  /** The operator may have granted more than the plan has. */
  boughtSeats: number
  /** 0 before the first upgrade. No upgrade takes seats away. */
  upgradeSeats: number
  /** Extra seats come on top of any plan. */
  extraSeats: number
  /** One sum of months, so that a short month clips renewals only once. */
  updates: { from: Day; months: number }
}

/** @property on the day of the first payment, even after a won dispute restores the change */
export type AppliedChange = { change: Change; on: Day; stands: boolean }

export type History = { bought: Terms; changes: readonly AppliedChange[] }

/** Ignores reverted changes, as if they had never been. */
export function licenceTermsOf({ bought, changes }: History): Terms {
  return changes
    .filter(({ stands }) => stands)
    .toSorted((a, b) => a.on.localeCompare(b.on))
    .reduce(applyChange, bought)
}

/** A renewal starts when the updates end, or on the day of payment if they have ended. */
export function applyChange(terms: Terms, { change, on }: Pick<AppliedChange, 'change' | 'on'>): Terms {
  switch (change.kind) {
    case 'renewal': {
      const { from, months } = updatesEnd(terms) < on ? { from: on, months: 0 } : terms.updates
      return { ...terms, updates: { from, months: months + change.months } }
    }
    case 'upgrade':
      return upgrades(terms, change)
        ? {
            ...terms,
            sku: change.sku,
            plan: change.plan,
            upgradeSeats: Math.max(terms.upgradeSeats, change.seats),
          }
        : terms
    case 'ahead':
      return terms
    case 'seats':
      return { ...terms, extraSeats: terms.extraSeats + change.seats }
  }
}

/** During a dispute of one upgrade another can be sold. Once both stand, the bigger plan counts. */
function upgrades(terms: Terms, { from, seats }: Upgrade): boolean {
  return from === terms.sku || seats > terms.upgradeSeats
}

/** An upgrade fails once the licence was renewed at the old plan's price meanwhile, and both once it has another plan. */
export function canApply(terms: Terms, { change, on }: Pick<AppliedChange, 'change' | 'on'>): boolean {
  switch (change.kind) {
    case 'upgrade':
      return change.from === terms.sku && monthsAhead(terms, on) <= (change.ahead ?? Number.POSITIVE_INFINITY)
    case 'seats':
      return seatLimitOf(terms) + change.seats <= change.maxSeats
    case 'renewal':
      return (
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

export function seatLimitOf({ boughtSeats, upgradeSeats, extraSeats }: Terms): number {
  return Math.max(boughtSeats, upgradeSeats) + extraSeats
}
