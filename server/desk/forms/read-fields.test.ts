import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readDollars } from '#shared/desk/read-dollars.ts'
import { noteSchema } from '#shared/desk/requests/acts.ts'
import { deskMoveSchema, detailsSchema, seatsSchema } from '#shared/desk/requests/licences.ts'
import { refundSchema } from '#shared/desk/requests/orders.ts'
import { readCodeFields } from './own-fields.ts'
import { readFields, readInput } from './read-fields.ts'

test.each([
  ['229', 22900],
  ['229.5', 22950],
  ['$1,229.05', 122905],
  ['A$229.00', 22900],
  [' 0.07 ', 7],
])('reads %s as an amount', (text, cents) => {
  expect(readDollars(text)).toBe(cents)
})

test.each(['', 'abc', 'a$5', '€229', '12.345', '-5', '1,22.00', '1e3', '99999999'])('refuses %s', (text) => {
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
  const { values, errors } = readInput({ amount: 'two', reference: 'NAB 1' }, refundSchema)
  expect(values).toEqual({ amount: 'two', reference: 'NAB 1' })
  expect(errors).toMatchObject([{ pointer: '/amount' }])
})

test('turns an order’s fields into what the API takes', () => {
  const typed = { amount: '1.50', revision: '3', licences: 'lic_1', credit: 'true', reason: '' }
  const body = { confirm: '', amount: 150, revision: 3, licences: ['lic_1'], credit: true, reason: '' }
  expect(readInput(typed, refundSchema).body).toEqual(body)
  expect(readInput({ entitlements: 'pro, remote' }, detailsSchema).body.entitlements).toEqual([
    'pro',
    'remote',
  ])
  expect(readInput({ keepKey: 'false' }, deskMoveSchema).body.keepKey).toBe(false)
  expect(readInput({ text: 'A note' }, noteSchema).body).toEqual({ text: 'A note' })
  expect(readInput({ amount: '' }, refundSchema).body.amount).toBeUndefined()
})

test('takes no amount from two fields, and no number from text', () => {
  expect(readInput({ amount: ['1', '200'] }, refundSchema).errors).toHaveLength(1)
  expect(readCodeFields({ takesOff: ['1', '200'], unit: 'amount' }).errors).toHaveLength(1)
  for (const typed of ['0x10', '1e3', '1.0', ' 1', 'many']) {
    expect(readInput({ revision: typed }, refundSchema).body.revision).toBe(typed)
    expect(readCodeFields({ takesOff: '5', maxUses: typed }).body.maxUses).toBe(typed)
    expect(readInput({ limit: typed }, seatsSchema).body.limit).toBe(typed)
  }
})

test('leaves out what is neither a text nor several', () => {
  expect(readFields({ a: 'x', b: ['y', 'z'], c: { d: 1 } }).body).toEqual({ a: 'x', b: ['y', 'z'] })
})
