import { expect, test } from 'vitest'
import { describeKey, describeLine, lineWord } from './words.ts'

test.each(['…-2LFA', '2lfa', 'PRMT-…-2LFA', 'PRMT-ABCD-EFGH-JKMN-2LFA'])(
  'a key is told by its end: %s',
  (key) => {
    expect(describeKey(key.toUpperCase())).toBe('ending 2LFA')
  },
)

test('a line of a changed licence names its key by the end', () => {
  expect(describeLine('Renewal to 24 November 2027, PRMT-…-YT2T')).toBe(
    'Renewal to 24 November 2027, key ending YT2T',
  )
  expect(describeLine('Studio')).toBe('Studio')
})

test.each([
  [['2026-000001', '2026-000002'], 'name', '2 orders fit'],
  [['2026-000001'], 'name', 'Only amount and name fit'],
  [['2026-000001'], 'reference', 'It names others too'],
] as const)('a line for a person to decide, %j by %s, says why', (orders, by, word) => {
  const line = { state: 'several', reason: null, currency: null } as const
  expect(lineWord({ ...line, orders: [...orders], by })).toBe(word)
})
