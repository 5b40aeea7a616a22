import { expect, test } from 'vitest'
import { orderStatusSchema } from '#shared/orders/orders.ts'
import { describeAct, describeChanges, describeDetail, describeSubject, describeWho } from './audit-words.ts'
import { formatSum } from './words.ts'

const format = { money: (cents: number) => formatSum(cents, 'AUD'), day: (at: string) => at.slice(0, 10) }

test('changes show sums as money, and neither ids nor empty lists', () => {
  const id = `pay_${'0a'.repeat(16)}`
  const before = { status: 'paid', refunded: 0 }
  const after = {
    status: 'paid',
    refunded: 60_100,
    licences: [],
    payment: id,
    updatesUntil: '2027-02-01T12:59:59.999Z',
    created_at: '2026-11-23T11:38:04.766Z',
  }
  expect(describeChanges(before, after, format)).toEqual([
    { label: 'Refunded', from: '$0.00', to: '$601.00' },
    { label: 'Updates until', from: null, to: '2027-02-01' },
  ])
})

test.each(orderStatusSchema.options)('what brings an order to “%s” has words', (status) => {
  expect(describeAct(`order.${status}`)).toMatch(/ order| dispute|refund/)
  expect(describeAct(`order.${status}`)).not.toBe(`order ${status.replaceAll('_', ' ')}`)
})

test('what the customer and the card provider did isn’t said of the shop', () => {
  const say = (who: string | null, act: string) => `${describeWho(who)} ${describeAct(act, who)}`
  expect(say('customer', 'order.placed')).toBe('The customer ordered')
  expect(say('', 'order.paid')).toBe('The card provider took the payment')
  expect(say(null, 'order.paid')).toBe('The shop marked the order as paid')
  expect(say(null, 'order.refunded')).toBe('The shop counted the order as refunded')
})

test('a mailed link names its address, and nobody as the one who asked', () => {
  const [act, email] = ['desk.link_mailed', 'ada@example.com']
  expect(`${describeWho('somebody')} ${describeAct(act, 'somebody')}`).toBe(
    'Somebody had a link to the desk mailed',
  )
  expect(describeSubject({ who: 'somebody', subject: email, name: email })).toBe(email)
})

test('a note and an e-mail are called so', () => {
  const after = { text: 'Calls back', email: 'ada@example.com' }
  expect(describeChanges({}, after, format).map(({ label }) => label)).toEqual(['Note', 'E-mail'])
})

test('a change of a licence leaves to its own entry what the owner set next', () => {
  const after = { seat_limit: 3, setByOwner: { seats: { from: 3, to: 5 } } }
  expect(describeChanges({ seat_limit: 1 }, after, format)).toEqual([
    { label: 'Machines', from: '1', to: '3' },
  ])
})

test.each(orderStatusSchema.options)('a change to “%s” has the words of the state', (status) => {
  const [change] = describeChanges({ status: 'revoked' }, { status }, format)
  expect(change?.to).not.toContain('_')
  expect(change).toMatchObject({ label: 'State', from: 'revoked' })
  expect(describeDetail(`was ${status}; $1.00 came in`)).toBe(`was ${change?.to}; $1.00 came in`)
})

test('changes show mails, choices and sums as people say them', () => {
  const after = {
    kind: 'order_paid',
    quarantined: false,
    percent: null,
    amount: 1000,
    skus: '["solo","studio"]',
    applies_to: 'renewal',
    status: 'pending',
  }
  expect(describeChanges({ quarantined: true }, after, format)).toEqual([
    { label: 'Held as spam', from: 'yes', to: 'no' },
    { label: 'Mail', from: null, to: 'The order is paid' },
    { label: 'Off', from: null, to: '$10.00' },
    { label: 'For products', from: null, to: 'solo, studio' },
    { label: 'For', from: null, to: 'renewals' },
    { label: 'State', from: null, to: 'awaiting payment' },
  ])
})

test('changes name a key as every page does', () => {
  const format = { money: String, day: String }
  expect(describeChanges({ keyHint: '…-2LFA' }, { keyHint: '…-9XQ4' }, format)).toEqual([
    { label: 'Key', from: 'ending 2LFA', to: 'ending 9XQ4' },
  ])
})

test('an entry names its subject once, and never by an id', () => {
  const [alex, robin] = ['alex@example.com', 'robin@example.com']
  expect(describeSubject({ who: alex, subject: alex, name: alex })).toBeNull()
  expect(describeSubject({ who: alex, subject: 'tok_1', name: robin })).toBe(robin)
  expect(describeSubject({ who: alex, subject: 'stm_1', name: 'stm_1' })).toBeNull()
  expect(describeChanges({}, { email: robin }, format, robin)).toEqual([])
  expect(describeChanges({ email: robin }, { email: alex }, format, robin)).toMatchObject([{ to: alex }])
})

test('a failed refund is told as a sum, in the provider’s words without underscores', () => {
  const format = { money: (cents: number) => `$${cents / 100}`, day: (at: string) => at }
  expect(describeChanges({}, { sum: 10_000, reason: 'expired_or_canceled_card' }, format)).toEqual([
    { label: 'Sum', from: null, to: '$100' },
    { label: 'Reason', from: null, to: 'expired or canceled card' },
  ])
})
