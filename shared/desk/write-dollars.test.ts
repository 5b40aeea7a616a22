import { expect, test } from 'vitest'
import { readDollars } from './read-dollars.ts'
import { writeDollars } from './write-dollars.ts'

test.each([
  [0, '0.00'],
  [5, '0.05'],
  [22900, '229.00'],
  [-5, '-0.05'],
  [-22950, '-229.50'],
])('writes %i cents as %s', (cents, text) => {
  expect(writeDollars(cents)).toBe(text)
})

test('writes what readDollars reads', () => {
  for (const cents of [0, 9, 10, 99, 100, 22900, 122950]) expect(readDollars(writeDollars(cents))).toBe(cents)
})
