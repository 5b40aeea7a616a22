import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day } from '#shared/calendar/calendar.ts'
import {
  type AppliedChange,
  applyChange,
  type Change,
  canApply,
  type History,
  licenceTermsOf,
  seatLimitOf,
  type Terms,
  updatesEnd,
} from './change.ts'

const solo: Terms = {
  sku: 'solo',
  plan: 'Solo',
  boughtSeats: 1,
  upgradeSeats: 0,
  extraSeats: 0,
  updates: { from: '2027-01-11', months: 0 },
}
const renewal = (months = 12): Change => ({ kind: 'renewal', months })
const seats = (count: number): Change => ({ kind: 'seats', seats: count, maxSeats: 100 })
const upgrade = (from: string, sku: string, count: number): Change => ({
  kind: 'upgrade',
  from,
  sku,
  plan: sku.toUpperCase(),
  seats: count,
  // No day of a test is further ahead.
  ahead: 1000,
})

describe('one change', () => {
  test.each([
    ['2026-11-22', '2027-01-11', '2028-01-11', 'early, it starts where the updates end'],
    ['2027-01-11', '2027-01-11', '2028-01-11', 'on the last day, it does too'],
    ['2027-01-12', '2027-01-11', '2028-01-12', 'a day late, it starts that day'],
    ['2030-02-28', '2027-01-11', '2031-02-28', 'years late, the gap isn’t billed'],
    ['2026-11-22', '2028-02-29', '2029-02-28', 'a leap day is clipped'],
  ] as const)('a renewal paid on %s of updates until %s ends on %s: %s', (on, until, end, _why) => {
    const terms = { ...solo, updates: { from: until, months: 0 } }
    expect(updatesEnd(applyChange(terms, { change: renewal(), on }))).toBe(end)
  })

  test('two renewals of six months from 31 August end on 31 August, not on the 28th', () => {
    const bought = { ...solo, updates: { from: '2026-08-31' as Day, months: 0 } }
    const changes = [renewal(6), renewal(6)].map(
      (change) => ({ change, on: '2026-08-01', stands: true }) as const,
    )
    expect(updatesEnd(licenceTermsOf({ bought, changes }))).toBe('2027-08-31')
  })

  test('an upgrade keeps the updates and the seats bought extra', () => {
    const on = '2026-11-22'
    const grown = applyChange(applyChange(solo, { change: seats(2), on }), {
      change: upgrade('solo', 'studio', 3),
      on,
    })
    expect(grown).toMatchObject({ sku: 'studio', plan: 'STUDIO', updates: solo.updates })
    expect(seatLimitOf(grown)).toBe(5)
  })

  test('an upgrade takes no seat that the operator granted', () => {
    const granted = { ...solo, boughtSeats: 8 }
    const change = upgrade('solo', 'studio', 3)
    expect(seatLimitOf(applyChange(granted, { change, on: '2026-11-22' }))).toBe(8)
  })

  test('an upgrade from another plan than the licence’s can’t be applied, nor more seats than were sold', () => {
    const on = '2026-11-22'
    expect(canApply(solo, { change: upgrade('solo', 'studio', 3), on })).toBe(true)
    expect(canApply({ ...solo, sku: 'studio' }, { change: upgrade('solo', 'studio', 3), on })).toBe(false)
    expect(canApply(solo, { change: seats(99), on })).toBe(true)
    expect(canApply(solo, { change: seats(100), on })).toBe(false)
  })

  test('a renewal can’t be applied to another plan than it was priced for', () => {
    const change: Change = { kind: 'renewal', months: 12, sku: 'solo' }
    expect(canApply(solo, { change, on: '2026-11-22' })).toBe(true)
    expect(canApply({ ...solo, sku: 'studio' }, { change, on: '2026-11-22' })).toBe(false)
  })

  test('an upgrade can’t be applied with more months ahead than it priced', () => {
    const change: Change = {
      kind: 'upgrade',
      from: 'solo',
      sku: 'studio',
      plan: 'Studio',
      seats: 3,
      ahead: 1,
    }
    const renewed = { ...solo, updates: { from: '2027-01-11' as Day, months: 12 } }
    expect(canApply(renewed, { change, on: '2026-12-11' })).toBe(true)
    expect(canApply(renewed, { change, on: '2026-11-12' })).toBe(true)
    expect(canApply(renewed, { change, on: '2026-11-11' })).toBe(false)
  })
})

const plans = ['solo', 'studio', 'facility'] as const
const seatsIn = { solo: 1, studio: 3, facility: 10 }
type Plan = (typeof plans)[number]
const upgradeTo = (from: Plan, sku: Plan) => upgrade(from, sku, seatsIn[sku])

describe('upgrades that were sold while another one was disputed', () => {
  const standing = (...changes: Change[]) =>
    licenceTermsOf({
      bought: solo,
      changes: changes.map((change) => ({ change, on: '2026-11-22', stands: true })),
    })
  const small = upgradeTo('solo', 'studio')
  const big = upgradeTo('solo', 'facility')

  test.each([
    ['the bigger one first', [big, small]],
    ['the smaller one first', [small, big]],
    ['a step whose first half was taken back', [upgradeTo('studio', 'facility')]],
    ['both steps beside the leap', [big, small, upgradeTo('studio', 'facility')]],
  ])('leave the biggest plan with its seats: %s', (_name, changes) => {
    const terms = standing(...changes)
    expect([terms.sku, seatLimitOf(terms)]).toEqual(['facility', 10])
  })
})

const anyDay = fc.integer({ min: 0, max: 3000 }).map((days) => addDays('2026-01-01', days))
const anyChange: fc.Arbitrary<Change> = fc.oneof(
  fc.integer({ min: 1, max: 36 }).map(renewal),
  fc.integer({ min: 1, max: 9 }).map(seats),
  fc
    .tuple(
      fc.constantFrom('solo', 'studio'),
      fc.constantFrom('studio', 'facility'),
      fc.integer({ min: 1, max: 20 }),
    )
    .map(([from, sku, count]) => upgrade(from, sku, count)),
)
const anyTerms: fc.Arbitrary<Terms> = fc.record({
  sku: fc.constantFrom('solo', 'studio'),
  plan: fc.constant('Any'),
  boughtSeats: fc.integer({ min: 1, max: 10 }),
  upgradeSeats: fc.constant(0),
  extraSeats: fc.constant(0),
  updates: fc.record({ from: anyDay, months: fc.constant(0) }),
})
const anyApplied: fc.Arbitrary<AppliedChange> = fc.record({
  change: anyChange,
  on: anyDay,
  stands: fc.boolean(),
})
const anyHistory: fc.Arbitrary<History> = fc.record({
  bought: anyTerms,
  changes: fc.array(anyApplied, { maxLength: 8 }),
})
/** Refunds, disputes and their ends, in any order. */
const anyTurns = fc.array(fc.tuple(fc.nat(7), fc.boolean()), { maxLength: 30 })

function play(history: History, turns: [number, boolean][]): History {
  return turns.reduce((so, [index, stands]) => setStands(so, index, stands), history)
}

function setStands({ bought, changes }: History, index: number, stands: boolean): History {
  return {
    bought,
    changes: changes.map((applied, at) => (at === index ? { ...applied, stands } : applied)),
  }
}

describe('any sequence of changes, refunds, disputes and their ends', () => {
  test('leaves the licence as if only what stands had been applied', () => {
    fc.assert(
      fc.property(anyHistory, anyTurns, (history, turns) => {
        const played = play(history, turns)
        const standing = played.changes.filter(({ stands }) => stands)
        expect(licenceTermsOf(played)).toEqual(licenceTermsOf({ bought: history.bought, changes: standing }))
      }),
    )
  })

  test('leaves the biggest plan that stands, with its seats, whatever was sold meanwhile', () => {
    fc.assert(
      fc.property(anyBought, fc.array(anyEvent, { maxLength: 30, size: 'max' }), (bought, events) => {
        let history: Sold = { bought, changes: [] }
        for (const event of events) {
          history = takePlace(history, event)
          const terms = licenceTermsOf(history)
          expect([terms.sku, seatLimitOf(terms)]).toEqual(biggestThatStands(history))
        }
      }),
    )
  })

  test('with everything taken back is the licence as it was bought', () => {
    fc.assert(
      fc.property(anyHistory, anyTurns, ({ bought, changes }, turns) => {
        const all = changes.map((_, index): [number, boolean] => [index, false])
        expect(licenceTermsOf(play({ bought, changes }, [...turns, ...all]))).toEqual(bought)
      }),
    )
  })

  test('never has fewer seats, or an earlier end, than was bought', () => {
    fc.assert(
      fc.property(anyHistory, anyTurns, (history, turns) => {
        const terms = licenceTermsOf(play(history, turns))
        expect(seatLimitOf(terms)).toBeGreaterThanOrEqual(seatLimitOf(history.bought))
        expect(updatesEnd(terms) >= updatesEnd(history.bought)).toBe(true)
      }),
    )
  })

  test('counts each seat and each month that stands, whatever arrived first', () => {
    fc.assert(
      fc.property(anyTerms, fc.array(anyApplied, { maxLength: 8 }), (bought, changes) => {
        const sameDay = changes.map((applied) => ({ ...applied, on: bought.updates.from, stands: true }))
        const months = sum(changes, (change) => (change.kind === 'renewal' ? change.months : 0))
        const extra = sum(changes, (change) => (change.kind === 'seats' ? change.seats : 0))
        for (const order of [sameDay, sameDay.toReversed()]) {
          const terms = licenceTermsOf({ bought, changes: order })
          expect([terms.extraSeats, terms.updates.months]).toEqual([extra, months])
        }
      }),
    )
  })
})

/** A change is sold, reverted or restored. */
type Event = { sells: Change } | { turns: number }
type Sold = History & { bought: Terms & { sku: Plan } }

const anyBought: fc.Arbitrary<Sold['bought']> = fc.record({
  sku: fc.constantFrom('solo', 'studio'),
  plan: fc.constant('Any'),
  boughtSeats: fc.integer({ min: 1, max: 12 }),
  upgradeSeats: fc.constant(0),
  extraSeats: fc.constant(0),
  updates: fc.record({ from: anyDay, months: fc.constant(0) }),
})
const anyEvent: fc.Arbitrary<Event> = fc.oneof(
  fc
    .constantFrom(upgradeTo('solo', 'studio'), upgradeTo('solo', 'facility'), upgradeTo('studio', 'facility'))
    .map((sells) => ({ sells })),
  fc.integer({ min: 1, max: 3 }).map((count) => ({ sells: seats(count) })),
  fc.record({ turns: fc.nat() }),
)

/** Like the shop, sells only changes that apply at that time. */
function takePlace(history: Sold, event: Event): Sold {
  const { bought, changes } = history
  if ('turns' in event) {
    const index = event.turns % Math.max(1, changes.length)
    const turned: [number, boolean][] = [[index, !changes[index]?.stands]]
    return { bought, changes: play(history, turned).changes }
  }
  const on = addDays('2026-01-01', changes.length)
  if (!canApply(licenceTermsOf(history), { change: event.sells, on })) return history
  return { bought, changes: [...changes, { change: event.sells, on, stands: true }] }
}

/** Ignores the order of the changes. */
function biggestThatStands({ bought, changes }: Sold): [Plan | undefined, number] {
  const standing = changes.filter(({ stands }) => stands)
  const upgraded = standing.flatMap(({ change }) => (change.kind === 'upgrade' ? (change.sku as Plan) : []))
  const plan = plans.findLast((each) => each === bought.sku || upgraded.includes(each))
  const planSeats = Math.max(bought.boughtSeats, ...upgraded.map((sku) => seatsIn[sku]))
  return [plan, planSeats + sum(standing, (change) => (change.kind === 'seats' ? change.seats : 0))]
}

function sum(changes: AppliedChange[], of: (change: Change) => number): number {
  return changes.reduce((total, { change }) => total + of(change), 0)
}
