import { describe, expect, test } from 'vitest'
import { formatMoney } from '../pricing/money.ts'
import { listTasks, sumUpTasks } from './list-tasks.ts'
import type { Overview, WaitingOrder } from './overview-answers.ts'
import type { DeskRole } from './roles.ts'

const nothing: Overview = {
  things: 0,
  awaiting: { orders: 0, sum: 0, oldest: null },
  review: 0,
  refundFailed: 0,
  refundToSend: 0,
  lapsing: 0,
  incompleteRelease: null,
  renewals: null,
  disputed: 0,
  answered: 0,
  attention: 0,
  mails: { queued: 0, dead: 0 },
  messages: { unanswered: 0, oldest: null },
  doctor: [],
  first: {
    refundFailed: [],
    refundToSend: [],
    lapsing: [],
    disputed: [],
    attention: [],
    review: [],
    awaiting: [],
    mails: [],
    messages: [],
  },
  sales: null,
  before: null,
  yearBefore: null,
  months: null,
  unpaid: null,
  cameIn: null,
  plans: null,
  versions: [],
  messageRise: [],
  missedSearches: [],
  owed: null,
}

const order: WaitingOrder = {
  number: '2026-000001',
  buyer: 'Quokka Creek',
  purchaseOrder: null,
  sum: 22_900,
  attention: null,
  payment: null,
  createdAt: '2026-11-01T02:00:00.000Z',
  since: '2026-11-01T02:00:00.000Z',
  dueAt: '2026-11-29T12:59:59.999Z',
  refund: null,
  quote: null,
  remindedOn: null,
}

const orders = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...order, number: `2026-00000${index}` }))

function list(overview: Partial<Overview>, { role = 'owner', now = '2026-11-22T03:00:00.000Z' } = {}) {
  const day = (at: string) => at.slice(0, 10)
  const reader = {
    role: role as DeskRole,
    timeZone: 'Australia/Sydney',
    now,
    day,
    calendarDay: (text: string) => text,
    money: (cents: number) => formatMoney(cents, 'AUD'),
  }
  return listTasks({ ...nothing, ...overview }, reader)
}

describe('what waits', () => {
  test('nobody is asked to enter a transfer while a bank works on a debit', () => {
    const awaiting = [
      { ...order, payment: 'processing' as const },
      { ...order, payment: 'failed' as const, dueAt: null },
    ]
    const waits = list({
      awaiting: { orders: 2, sum: 45_800, oldest: order.createdAt },
      first: { ...nothing.first, awaiting },
    })
    expect(waits.map(({ sign, what, who, act }) => [sign, what, who, act])).toEqual([
      [
        'clock',
        'Bank at work',
        'Quokka Creek · 2026-000001 · a debit is under way · since 2026-11-01, due 2026-11-29',
        'Read it',
      ],
      [
        'alert',
        'Payment refused',
        'Quokka Creek · 2026-000001 · the buyer was told · since 2026-11-01',
        'Take a payment',
      ],
    ])
  })

  test('comes the worst first', () => {
    const mail = {
      id: 'mail_1',
      kind: 'order_paid',
      carries: 'keys_receipt' as const,
      recipient: 'ada@example.com',
      attempts: 6,
      lastError: null,
      createdAt: order.createdAt,
      orderNumber: order.number,
    }
    const attention = {
      kind: 'inquiry' as const,
      reason: 'not_received',
      amount: 22_900,
      dueBy: '2026-11-28T00:00:00.000Z',
    }
    const quote = {
      id: 'quo_1',
      number: 'Q-000008',
      buyer: 'Ada',
      total: 22_900,
      createdAt: order.createdAt,
      validUntil: '2026-11-24T12:59:59.999Z',
    }
    const waits = list({
      awaiting: { orders: 2, sum: 45_800, oldest: order.createdAt },
      lapsing: 1,
      incompleteRelease: { version: '2.4.0', date: '2026-11-20', files: 4, missing: 1 },
      renewals: { licences: 12, first: '2026-11-24T00:00:00.000Z' },
      review: 1,
      disputed: 1,
      answered: 2,
      attention: 1,
      refundFailed: 1,
      refundToSend: 1,
      mails: { queued: 0, dead: 1 },
      messages: { unanswered: 2, oldest: order.createdAt },
      doctor: [{ grade: 'tidy', where: 'SMTP_URL', found: 'not set', todo: 'Set it.' }],
      first: {
        refundFailed: [order],
        refundToSend: [{ ...order, refund: { by: '2026-11-25', hasAccount: false } }],
        disputed: [order],
        attention: [{ ...order, attention }],
        review: [order],
        awaiting: [order, { ...order, number: '2026-000002', quote: 'Q-000007' }],
        lapsing: [quote],
        mails: [mail],
        messages: [{ id: 'msg_1', name: 'Ada', says: 'Where is my key?', createdAt: order.createdAt }],
      },
    })
    expect(waits.map(({ what, who }) => [what, who])).toEqual([
      ['Refund failed', 'Quokka Creek · 2026-000001 · since 2026-11-01, due 2026-11-29'],
      [
        'Refund to send',
        'Quokka Creek · 2026-000001 · since 2026-11-01, promised within 3 days, no account yet',
      ],
      ['Disputed', 'Quokka Creek · 2026-000001 · since 2026-11-01, due 2026-11-29'],
      [
        'Needs a look',
        'Quokka Creek · 2026-000001 · The bank asks about it: not received · since 2026-11-01, answer by 2026-11-28, 6 days left',
      ],
      ['Mail given up', 'Keys and receipt of 2026-000001 to ada@example.com · since 2026-11-01, six tries'],
      ['In review', 'Quokka Creek · 2026-000001 · since 2026-11-01, due 2026-11-29'],
      ['Awaiting payment', 'Quokka Creek · 2026-000001 · since 2026-11-01, due 2026-11-29'],
      [
        'Accepted quote unpaid',
        'Quokka Creek · 2026-000002 · from Q-000007 · since 2026-11-01, due 2026-11-29',
      ],
      ['Quote lapses', 'Ada · Q-000008 · since 2026-11-01, ends 2026-11-24, 2 days left'],
      ['Two messages', 'Ada, 2026-11-01: “Where is my key?”'],
      ['Release without files', '2.4.0 · since 2026-11-20, 1 of 4 files without size and hashes'],
      ['Disputes answered', 'Two orders are with the bank, which decides'],
      ['Renewals of 30 days', 'Updates of 12 licences end, the first on 2026-11-24'],
      ['Doctor', 'SMTP_URL: not set'],
    ])
    expect(waits.slice(-3).map(({ waitsFor }) => waitsFor)).toEqual(['besides', 'besides', 'besides'])
  })

  test('says what to do about an order that was paid, whatever it came from', () => {
    const paid = { ...order, quote: 'Q-000007', payment: 'failed' as const }
    const refund = { by: '2026-11-25' as const, hasAccount: false }
    const waits = list({
      refundFailed: 1,
      refundToSend: 1,
      disputed: 1,
      attention: 1,
      review: 1,
      first: {
        ...nothing.first,
        refundFailed: [paid],
        refundToSend: [{ ...paid, refund }],
        disputed: [paid],
        attention: [paid],
        review: [paid],
      },
    })
    expect(waits.map(({ what }) => what)).toEqual([
      'Refund failed',
      'Refund to send',
      'Disputed',
      'Needs a look',
      'In review',
    ])
  })

  test('folds what is more than five of a kind, with the sum of the rest', () => {
    const five = list({
      awaiting: { orders: 5, sum: 5 * 22_900, oldest: order.createdAt },
      first: { ...nothing.first, awaiting: orders(5) },
    })
    expect(five).toHaveLength(5)
    const many = list({
      awaiting: { orders: 10, sum: 10 * 22_900, oldest: order.createdAt },
      first: { ...nothing.first, awaiting: orders(5) },
    })
    expect(many).toHaveLength(5)
    expect(many[4]).toMatchObject({
      what: 'Six more await $1,374.00',
      who: expect.stringContaining('The next: Quokka Creek · 2026-000004'),
      sum: '',
      act: 'See them',
      href: '/desk/orders?waits=awaiting&sort=createdAt',
    })
  })

  test.each([
    ['2026-11-29T12:59:59.000Z', 'due 2026-11-29'],
    ['2026-11-29T13:00:01.000Z', 'one day late, reminded 2026-11-15'],
    ['2026-12-02T13:00:01.000Z', 'four days late, reminded 2026-11-15'],
  ])('at %s an order is %s', (now, words) => {
    const awaiting = [{ ...order, remindedOn: '2026-11-15' as const }]
    const [wait] = list(
      { awaiting: { orders: 1, sum: 1, oldest: null }, first: { ...nothing.first, awaiting } },
      { now },
    )
    expect(wait?.who).toContain(words)
  })

  test('offers an act only to those who may do it, and a sum to those who see sums', () => {
    const overview = {
      awaiting: { orders: 6, sum: null, oldest: order.createdAt },
      first: { ...nothing.first, awaiting: orders(5).map((each) => ({ ...each, sum: null })) },
    }
    const support = list(overview, { role: 'support' })
    expect(new Set(support.map(({ sum }) => sum))).toEqual(new Set(['']))
    expect(support[0]).toMatchObject({ act: 'Read it', waitsFor: 'others' })
    expect(support.at(-1)).toMatchObject({ what: 'Two more await', act: 'See them' })
    expect(list(overview)[0]?.act).toBe('Take a payment')
    const reader = { role: 'support' as const, day: (at: string) => at.slice(0, 10), money: String }
    expect(sumUpTasks({ ...nothing, ...overview }, reader)).toBe('')
    const ours = { ...overview, awaiting: { ...overview.awaiting, sum: 900 } }
    expect(sumUpTasks({ ...nothing, ...ours }, { ...reader, role: 'books' })).toBe(
      'The oldest since 2026-11-01. Six orders await 900.',
    )
  })
})
