import { expect, test } from 'vitest'
import { isNzbn } from './nzbn.ts'

test.each(['9429030620001', ' 94 29 0306 20001 '])('%s is an NZBN', (text) => {
  expect(isNzbn(text)).toBe(true)
})

test.each(['9429030620002', '942903062000', '94290306200011', '942903062000x', '4006381333931', ''])(
  '%s is none',
  (text) => expect(isNzbn(text)).toBe(false),
)

test('any single wrong digit is caught', () => {
  const right = '9429030620001'
  for (let index = 0; index < right.length; index++) {
    for (let digit = 0; digit < 10; digit++) {
      const text = right.slice(0, index) + digit + right.slice(index + 1)
      expect(isNzbn(text)).toBe(text === right)
    }
  }
})
