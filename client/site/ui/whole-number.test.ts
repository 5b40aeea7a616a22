import { expect, test } from 'vitest'
import { readWholeNumber } from './whole-number.ts'

test.each([
  ['5', 5],
  ['0', 0],
  [' 007 ', 7],
  ['１２', 12],
  ['-3', null],
  ['1.9', null],
  ['1e2', null],
  ['two', null],
  ['', null],
])('%j is %j', (text, number) => {
  expect(readWholeNumber(text)).toBe(number)
})
