import { expect, test } from 'vitest'
import { describeBooks } from './books-words.ts'

test.each([
  ['accrual', 0, 0, 'G1 is zero: no invoice and no note was issued in these days.'],
  ['accrual', 45_800, 10_000, 'G1 is sales of $458.00 less adjustments of $100.00.'],
  ['accrual', 45_800, 45_800, 'G1 is zero: sales of $458.00, and adjustments of as much.'],
  ['cash', 0, 0, 'G1 is zero: no money came in or went back in these days.'],
  ['cash', 45_800, 0, 'G1 is $458.00 that came in, less $0.00 that went back.'],
  ['cash', 45_800, 45_800, 'G1 is zero: $458.00 came in, and as much went back.'],
] as const)('books on the %s basis of %i less %i are explained', (basis, sales, adjustments, words) => {
  expect(describeBooks({ basis, sales, adjustments }, { figure: 'G1', currency: 'AUD' })).toBe(words)
})
