import { expect, test } from 'vitest'
import { readQuantity } from './read-quantity.ts'

test.each([
  ['5', 5],
  ['99', 99],
  ['500', 99],
  ['１２', 12],
  ['0', 0],
  ['-3', 0],
  ['1.5', 0],
  ['two', 0],
  ['', 0],
  [null, 1],
])('%j asks for %i of at most 99', (text, quantity) => {
  expect(readQuantity(text, 99)).toBe(quantity)
})
