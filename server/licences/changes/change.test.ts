import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, addMonths, type Day } from '#shared/calendar/calendar.ts'
import { forGood, isForGood } from '#shared/licensing/for-good.ts'
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
  withSetByOwner,
} from './change.ts'

const solo: Terms = {
  sku: 'solo',
  plan: 'Solo',
  planSeats: 1,
  upgradeSeats: 0,
  extraSeats: 0,
  updates: { from: '2027-01-11', months: 0 },
  renewedMonths: 0,
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
    const granted = { ...solo, planSeats: 8 }
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
  planSeats: fc.integer({ min: 1, max: 10 }),
  upgradeSeats: fc.constant(0),
  extraSeats: fc.constant(0),
  updates: fc.record({ from: anyDay, months: fc.constant(0) }),
  renewedMonths: fc.constant(0),
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

/** As the shop keeps it: later events find what the owner set in the licence alone. */
type Licence = { history: History; seats: number; until: Day }
type Act = { sells: Change; days: number } | { turns: number } | { seats: number } | { until: Day }

const anyAct: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ sells: anyChange, days: fc.nat(400) }),
  fc.record({ turns: fc.nat() }),
  fc.record({ seats: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ until: fc.oneof(anyDay, fc.constant(forGood)) }),
)

const issued = (bought: Terms): Licence => ({
  history: { bought, changes: [] },
  seats: seatLimitOf(bought),
  until: updatesEnd(bought),
})

function historyOf({ history: { bought, changes }, seats, until }: Licence): History {
  if (changes.length > 0) {
    return { bought, changes: withSetByOwner({ bought, changes }, { seats, updatesUntil: until }) }
  }
  return { bought: { ...bought, planSeats: seats, updates: { from: until, months: 0 } }, changes }
}

function counted(history: History): Licence {
  const terms = licenceTermsOf(history)
  return { history, seats: seatLimitOf(terms), until: updatesEnd(terms) }
}

function happen(licence: Licence, act: Act): Licence {
  if ('seats' in act || 'until' in act) return { ...licence, ...act }
  const history = historyOf(licence)
  const { bought, changes } = history
  if ('turns' in act) {
    const index = act.turns % Math.max(1, changes.length)
    return counted(setStands(history, index, !changes[index]?.stands))
  }
  const on = addDays(changes.at(-1)?.on ?? '2026-01-01', act.days)
  return counted({ bought, changes: [...changes, { change: act.sells, on, stands: true }] })
}

describe('seats and updates that the owner set', () => {
  const soloAfter = (...acts: Act[]) => acts.reduce(happen, issued(solo))
  const facts = ({ seats, until }: Licence) => [seats, until]
  const [renewed, oneSeat, twoSeats]: Act[] = [renewal(), seats(1), seats(2)].map((sells) => ({
    sells,
    days: 0,
  })) as [Act, Act, Act]
  const studio: Act = { sells: upgrade('solo', 'studio', 3), days: 0 }
  const late: Act = { sells: renewal(), days: 500 }

  test.each<[string, Act[], number, Day]>([
    ['more seats than an upgrade gave', [studio, { seats: 5 }, renewed], 5, '2028-01-11'],
    ['fewer than it gave', [studio, { seats: 2 }, oneSeat], 3, '2027-01-11'],
    ['a day after a late renewal', [late, { until: '2029-06-30' }, renewed], 1, '2030-06-30'],
    ['updates for good', [late, { until: forGood }, oneSeat, renewed], 2, forGood],
  ])('are what a later change adds to: %s', (_what, acts, count, until) => {
    expect(facts(soloAfter(...acts))).toEqual([count, until])
  })

  test.each<[string, Act[], number, Day]>([
    ['an upgrade’s seats', [studio, { seats: 5 }, { turns: 0 }], 3, '2027-01-11'],
    ['a late renewal’s months', [late, { until: '2029-06-30' }, { turns: 0 }], 1, '2028-06-30'],
    ['no seats that were taken by hand', [studio, twoSeats, { seats: 3 }, { turns: 1 }], 3, '2027-01-11'],
    ['no months that were taken by hand', [renewed, { until: '2027-01-11' }, { turns: 0 }], 1, '2027-01-11'],
    ['nothing of updates for good', [renewed, { until: forGood }, { turns: 0 }], 1, forGood],
  ])('lose with a refund %s', (_what, acts, count, until) => {
    expect(facts(soloAfter(...acts))).toEqual([count, until])
  })

  test.each<[string, Act[]]>([
    ['set before a dispute', [late, oneSeat, { until: '2029-06-30' }, { turns: 0 }]],
    ['set during a dispute', [late, oneSeat, { turns: 0 }, { until: '2028-06-30' }]],
  ])('come back with the renewal when the dispute is won: %s', (_when, acts) => {
    const disputed = soloAfter(...acts)
    expect(facts(disputed)).toEqual([2, '2028-06-30'])
    expect(facts(happen(disputed, { turns: 0 }))).toEqual([2, '2029-06-30'])
  })

  test('lower the extra seats first, so that a renewal doesn’t charge them', () => {
    const lowered = soloAfter(studio, { sells: seats(4), days: 0 }, { seats: 4 })
    expect(licenceTermsOf(historyOf(lowered))).toMatchObject({ planSeats: 3, extraSeats: 1 })
    expect(facts(happen(lowered, { turns: 1 }))).toEqual([3, '2027-01-11'])
    const raised = happen(lowered, { seats: 7 })
    expect(licenceTermsOf(historyOf(raised))).toMatchObject({ planSeats: 3, extraSeats: 4 })
  })

  test('for good refuse a renewal', () => {
    const terms = licenceTermsOf(historyOf(soloAfter(oneSeat, { until: forGood })))
    expect(canApply(terms, { change: renewal(), on: '2026-11-22' })).toBe(false)
  })

  test('are known after any history, and one more change adds to them', () => {
    fc.assert(
      fc.property(anyTerms, fc.array(anyAct, { maxLength: 20 }), anyChange, (bought, acts, change) => {
        let licence = issued(bought)
        for (const act of acts) {
          licence = happen(licence, act)
          const { seats, until } = licence
          expect(facts(counted(historyOf(licence)))).toEqual([seats, until])
        }
        const terms = licenceTermsOf(historyOf(licence))
        const on = addDays('2026-01-01', 20 * 400)
        const next = facts(happen(licence, { sells: change, days: 0 }))
        const until = licence.until
        if (change.kind === 'seats') expect(next).toEqual([licence.seats + change.seats, until])
        if (change.kind === 'upgrade') expect(next).toEqual([expect.any(Number), until])
        const changed = applyChange(terms, { change, on })
        expect(seatLimitOf(changed)).toBeGreaterThanOrEqual(licence.seats)
        if (change.kind === 'renewal') {
          const end = isForGood(until) ? until : addMonths(on, change.months)
          expect([seatLimitOf(changed), updatesEnd(changed)]).toEqual([licence.seats, end])
        }
      }),
    )
  })

  test('are the least that a refund leaves, or what was bought', () => {
    fc.assert(
      fc.property(anyTerms, fc.array(anyAct, { maxLength: 20 }), (bought, acts) => {
        let licence = issued(bought)
        let [fewest, earliest] = [licence.seats, licence.until]
        for (const act of acts) {
          licence = happen(licence, act)
          if ('seats' in act) fewest = Math.min(fewest, act.seats)
          if ('until' in act && act.until < earliest) earliest = act.until
          expect(licence.seats).toBeGreaterThanOrEqual(fewest)
          expect(licence.until >= earliest).toBe(true)
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
  planSeats: fc.integer({ min: 1, max: 12 }),
  upgradeSeats: fc.constant(0),
  extraSeats: fc.constant(0),
  updates: fc.record({ from: anyDay, months: fc.constant(0) }),
  renewedMonths: fc.constant(0),
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
  const planSeats = Math.max(bought.planSeats, ...upgraded.map((sku) => seatsIn[sku]))
  return [plan, planSeats + sum(standing, (change) => (change.kind === 'seats' ? change.seats : 0))]
}

function sum(changes: AppliedChange[], of: (change: Change) => number): number {
  return changes.reduce((total, { change }) => total + of(change), 0)
}
