import { expect, test } from 'vitest'
import { spanMarks } from './span-marks.ts'

const releases = [
  { version: '2.0.0', date: '2025-09-01' },
  { version: '2.2.1', date: '2026-09-02' },
  { version: '2.2.0', date: '2026-08-30' },
  { version: '2.3.0', date: '2026-11-14' },
] as const
const today = '2026-11-22'

test('every day lies on the line, in order', () => {
  const { now, until, after, marks } = spanMarks({
    today,
    until: '2027-01-11',
    renewedUntil: '2028-01-11',
    releases,
  })
  const places = [...marks.map(({ x }) => x), Number(now), until, after?.to ?? 0]
  for (const place of places) expect(place).toBeGreaterThanOrEqual(0)
  expect(Math.max(...places)).toBeLessThanOrEqual(100)
  expect(Number(now) < until && until < (after?.to ?? 0)).toBe(true)
  expect(after?.from).toBe(until)
})

test('a late renewal begins today, so the gap shows', () => {
  const { now, until, after } = spanMarks({
    today,
    until: '2026-09-20',
    renewedUntil: '2027-11-22',
    releases,
  })
  expect(after?.from).toBe(now)
  expect(until).toBeLessThan(Number(now))
})

test('patches and crowded versions have a tick without a number, and coverage counts the last day', () => {
  const { marks } = spanMarks({ today, until: '2026-09-02', renewedUntil: null, releases })
  const labelled = marks.filter(({ isLabelled }) => isLabelled).map(({ version }) => version)
  expect(labelled).toEqual(['2.3.0', '2.2.0', '2.0.0'])
  expect(marks.filter(({ isCovered }) => !isCovered).map(({ version }) => version)).toEqual(['2.3.0'])
})

test('numbers of a narrow line keep apart', () => {
  const quarterly = [
    { version: '2.0.0', date: '2026-01-01' },
    { version: '2.1.0', date: '2026-04-01' },
    { version: '2.2.0', date: '2026-07-01' },
  ] as const
  const { marks } = spanMarks({ today, until: '2026-12-01', renewedUntil: '2028-06-01', releases: quarterly })
  const [newest, next] = marks.filter(({ isLabelled }) => isLabelled)
  expect(Number(newest?.x) - Number(next?.x)).toBeGreaterThanOrEqual(10)
})

test('where the day isn’t known, the line ends with the newest version and nothing says today', () => {
  const { now, marks } = spanMarks({ today: null, until: '2026-10-08', renewedUntil: null, releases })
  expect([now, marks[0]?.version, marks[0]?.x]).toEqual([null, '2.3.0', 96])
})
