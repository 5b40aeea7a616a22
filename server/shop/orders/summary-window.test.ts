import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayIn, minuteIn } from '#shared/calendar/calendar.ts'
import { runs } from '#shared/testing/properties.ts'
import { summaryAt } from './order-mails.ts'

const timeZone = 'Australia/Sydney'

test.each([
  // Summer time ends at three in the morning of 5 April 2026, and begins at two of 4 October.
  ['2026-04-03T21:00:00Z', '2026-04-03T20:59:00Z', '2026-04-04T21:59:00Z', '2026-04-04T22:00:00Z'],
  ['2026-04-04T21:58:59Z', '2026-04-03T20:59:00Z', '2026-04-04T21:59:00Z', '2026-04-04T22:00:00Z'],
  ['2026-04-04T21:59:00Z', '2026-04-04T21:59:00Z', '2026-04-05T21:59:00Z', '2026-04-05T22:00:00Z'],
  ['2026-10-03T15:59:00Z', '2026-10-02T21:59:00Z', '2026-10-03T20:59:00Z', '2026-10-03T21:00:00Z'],
  ['2026-10-03T16:00:00Z', '2026-10-02T21:59:00Z', '2026-10-03T20:59:00Z', '2026-10-03T21:00:00Z'],
  ['2026-10-03T20:59:00Z', '2026-10-03T20:59:00Z', '2026-10-04T20:59:00Z', '2026-10-04T21:00:00Z'],
])('a payment of %s in Sydney is in the summary from %s to %s, due at %s', (paidAt, from, to, dueAt) => {
  expect(summaryAt(timeZone, new Date(paidAt))).toEqual({
    from: new Date(from),
    to: new Date(to),
    dueAt: new Date(dueAt),
  })
})

test('every payment is in one summary, due at eight of a day, and the next begins where it ends', () => {
  const zones = fc.constantFrom(
    'Australia/Sydney',
    'Australia/Lord_Howe',
    'America/Sao_Paulo',
    'Asia/Kolkata',
    'UTC',
  )
  const times = fc.integer({ min: Date.parse('2015-01-01'), max: Date.parse('2035-01-01') })
  fc.assert(
    fc.property(zones, times, (zone, time) => {
      const { from, to, dueAt } = summaryAt(zone, new Date(time))
      expect(from.getTime()).toBeLessThanOrEqual(time)
      expect(to.getTime()).toBeGreaterThan(time)
      expect(minuteIn(zone, dueAt)).toBe(`${dayIn(zone, dueAt)} 08:00`)
      expect(summaryAt(zone, to).from).toEqual(to)
      expect(summaryAt(zone, from)).toEqual({ from, to, dueAt })
    }),
    { numRuns: runs(200) },
  )
})
