import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { newEntryId } from './ids.ts'

test('ids of a history’s rows sort as they were made within a millisecond, also if another one comes between', () => {
  const moments = [0, 1].map((later) => new Date(Date.UTC(2026, 10, 28) + later))
  const byTurns = Array.from({ length: 300 }, () =>
    moments.map((now) => newEntryId('evt', { now, random: randomBytes })),
  )
  const [first = [], second = []] = moments.map((_, index) => byTurns.map((ids) => ids[index]))
  expect([...second, ...first].sort()).toEqual([...first, ...second])
})
