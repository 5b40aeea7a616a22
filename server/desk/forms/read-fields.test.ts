import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readDollars } from '#shared/desk/read-dollars.ts'
import { readFields } from './read-fields.ts'

test.each([
  ['229', 22900],
  ['229.5', 22950],
  ['$1,229.05', 122905],
  [' 0.07 ', 7],
])('reads %s as an amount', (text, cents) => {
  expect(readDollars(text)).toBe(cents)
})

test.each(['', 'abc', '12.345', '-5', '1,22.00', '1e3', '99999999'])('refuses %s', (text) => {
  expect(readDollars(text)).toBeNull()
})

test('reads back every amount that it is written as', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999 }), (cents) => {
      const digits = String(cents).padStart(3, '0')
      expect(readDollars(`${digits.slice(0, -2)}.${digits.slice(-2)}`)).toBe(cents)
    }),
  )
})

test('names the field of an amount that is none, and keeps what was typed', () => {
  const { values, errors } = readFields({ amount: 'two', reference: 'NAB 1' })
  expect(values).toEqual({ amount: 'two', reference: 'NAB 1' })
  expect(errors).toMatchObject([{ pointer: '/amount' }])
})

test('leaves out what is neither a text nor several', () => {
  expect(readFields({ a: 'x', b: ['y', 'z'], c: { d: 1 } }).body).toEqual({ a: 'x', b: ['y', 'z'] })
})
