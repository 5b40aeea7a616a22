import { expect, test } from 'vitest'
import { formatAbn, isAbn } from './abn.ts'

test.each(['51 824 753 556', '11223491505', ' 65 118 220 001 '])('%s is an ABN', (text) => {
  expect(isAbn(text)).toBe(true)
})

test.each([
  '51 824 753 557',
  '11223493504',
  '00 000 000 000',
  '5182475355',
  '518247535566',
  '5182475355x',
  '',
  '٥١824753556',
])('%s is none', (text) => expect(isAbn(text)).toBe(false))

test('any single wrong digit is caught', () => {
  const right = '51824753556'
  for (let index = 0; index < right.length; index++) {
    for (let digit = 0; digit < 10; digit++) {
      const text = right.slice(0, index) + digit + right.slice(index + 1)
      expect(isAbn(text)).toBe(text === right)
    }
  }
})

test('is written in groups', () => {
  expect(formatAbn('51824753556')).toBe('51 824 753 556')
})
