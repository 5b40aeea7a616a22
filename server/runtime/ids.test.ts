import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { newEntryId } from './ids.ts'

test('ids of a history’s rows sort as they were made, also within a millisecond', () => {
  const [first, second] = ['2026-11-28T00:00:00.000Z', '2026-11-28T00:00:00.001Z'].map(
    (at) => new Date(at),
  ) as [Date, Date]
  const ids = [first, second].flatMap((now) =>
    Array.from({ length: 300 }, () => newEntryId('evt', { now, random: randomBytes })),
  )
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids.map((id) => id.slice(-16))).size).toBe(ids.length)
})
