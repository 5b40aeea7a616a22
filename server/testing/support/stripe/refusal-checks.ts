import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { Db } from '../../../runtime/db/database.ts'
import type { OrderRow } from '../../../runtime/db/rows/orders.ts'
import {
  type PaymentProvider,
  PaymentRefused,
  PaymentUnavailable,
  type SeenPayment,
} from '../../../shop/payments/provider.ts'
import type { findRefusals, noteRefusals } from '../../../shop/payments/refusals.ts'
import { anyOrder } from '../any-order.ts'
import { site } from '../site.ts'

type Made = { findRefusals: typeof findRefusals; noteRefusals: typeof noteRefusals }

type Bench = {
  /** Every call ends with `answer`, or fails with `failure`. */
  provider: { failure: Error | null; denied: SeenPayment['denied']; orderId: string | null }
  payments: PaymentProvider
  clock: { now: number }
  nudges(): number
  findings(): Promise<{ found: string; todo: string }[]>
  mails(): Promise<string[]>
}

type Check = (bench: Bench) => Promise<void>

const order: OrderRow = anyOrder()

/** Each call to the provider, with the word of its finding. */
const calls: [what: string, act: (payments: PaymentProvider) => Promise<unknown>][] = [
  ['new payment pages', (payments) => payments.openSession(order, [], new Date())],
  ['questions about payments', (payments) => payments.readPayment(order)],
  ['questions about payments', (payments) => payments.findOrderId('pi_1')],
  ['refunds', (payments) => payments.refund(order, 1, 'ref_1')],
  ['refunds', (payments) => payments.refundAgain(order, 1)],
]

const refusal = (status = 401, code: string | null = null, message = 'No such key') =>
  new PaymentRefused(message, { status, code, cause: null })

/** Checks of refused requests; a fault in any line of the code fails one of these. */
export const refusalChecks: Record<string, Check> = {
  async 'keeps what is refused until the same works, and throws it on'(bench) {
    const { provider, payments, findings } = bench
    for (const [index, [what, act]] of calls.entries()) {
      provider.failure = refusal()
      await assert.rejects(act(payments), provider.failure)
      const others = calls.filter(([other]) => other !== what)
      for (const [, other] of others) await assert.rejects(other(payments), provider.failure)
      const kept = (await findings()).map(({ found }) => found.split(' refused ')[0])
      assert.deepEqual(kept, ['new payment pages', 'questions about payments', 'refunds'])
      provider.failure = null
      await act(payments)
      const left = (await findings()).map(({ found }) => found.split(' refused ')[0])
      assert.deepEqual([index, left], [index, kept.filter((each) => each !== what)])
      for (const [, other] of others) await other(payments)
      assert.deepEqual(await findings(), [])
    }
  },
  async 'says when and what the provider answered last, in few letters'({
    provider,
    payments,
    clock,
    findings,
  }) {
    const say = async (failure: Error) => {
      provider.failure = failure
      clock.now += 60_000
      await assert.rejects(payments.readPayment(order))
      return (await findings())[0]
    }
    await say(refusal(403, 'more_permissions', 'x'.repeat(1000)))
    const { found = '' } = (await say(refusal(403, 'more_permissions', 'x'.repeat(1000)))) ?? {}
    assert.match(found, /2026-11-22T02:12:00\.000Z: 403 more_permissions: x+$/)
    assert.ok(found.length < 400)
    assert.match((await say(refusal(401)))?.found ?? '', /2026-11-22T02:13:00\.000Z: 401: No such key$/)
  },
  async 'counts neither an outage nor a buyer’s address'({ provider, payments, findings, mails }) {
    for (const failure of [new PaymentUnavailable('down'), refusal(400, 'email_invalid'), new Error('x')]) {
      provider.failure = failure
      for (const [, act] of calls) await assert.rejects(act(payments), failure)
    }
    assert.deepEqual([await findings(), await mails()], [[], []])
  },
  async 'mails the owner in the hour of a refusal, once'({ provider, payments, clock, nudges, mails }) {
    provider.failure = refusal()
    const told: number[] = []
    for (const minutes of [0, 1, 48, 1, 30, 29, 1]) {
      clock.now += minutes * 60_000
      await assert.rejects(payments.openSession(order, [], new Date()))
      told.push((await mails()).length)
    }
    assert.deepEqual(told, [1, 1, 1, 2, 2, 2, 3])
    assert.equal(nudges(), 7)
    assert.match((await mails())[0] ?? '', /401: No such key/)
  },
  async 'keeps what only warns without a mail, until it can be read'({
    provider,
    payments,
    findings,
    mails,
  }) {
    const look = async (denied: SeenPayment['denied']) => {
      provider.denied = denied
      await payments.readPayment(order)
      return (await findings()).map(({ todo }) => todo.includes('Radar'))
    }
    assert.deepEqual(await look(null), [])
    assert.deepEqual(await look(refusal(403)), [true])
    assert.deepEqual(await look(undefined), [true])
    provider.failure = refusal()
    await assert.rejects(payments.refund(order, 1, 'ref_1'))
    provider.failure = null
    assert.deepEqual(await look(null), [false])
    assert.equal((await mails()).length, 1)
  },
  async 'goes on showing it after a payment that it may not see'({ provider, payments, findings }) {
    provider.failure = refusal(403)
    await assert.rejects(payments.readPayment(order))
    provider.failure = null
    provider.orderId = null
    assert.equal(await payments.findOrderId('pi_1'), null)
    assert.equal((await findings()).length, 1)
    provider.orderId = order.id
    await payments.findOrderId('pi_1')
    assert.deepEqual(await findings(), [])
  },
}

/** Runs one check on a database, which is as before afterwards. */
export async function runRefusalCheck(db: Db, made: Made, check: Check): Promise<void> {
  const clock = { now: Date.parse('2026-11-22T02:10:00Z') }
  const provider: Bench['provider'] = { failure: null, denied: undefined, orderId: order.id }
  let nudges = 0
  const parts = {
    database: { db },
    clock: () => new Date(clock.now),
    random: randomBytes,
    outbox: {
      nudge() {
        nudges += 1
      },
    },
    library: {
      typed: { site: { ...site, notifications: [{ email: 'owner@example.com', on: ['problem'] }] } },
    },
  } as unknown as Parameters<typeof noteRefusals>[1]
  try {
    await check({
      provider,
      payments: made.noteRefusals(answering(provider), parts),
      clock,
      nudges: () => nudges,
      findings: () => made.findRefusals(db),
      async mails() {
        const rows = await db
          .selectFrom('mails')
          .select('params')
          .where('kind', '=', 'payment_refused')
          .execute()
        return rows.map(({ params }) => params)
      },
    })
  } finally {
    for (const table of ['payment_refusals', 'mails'] as const) await db.deleteFrom(table).execute()
  }
}

function answering(provider: Bench['provider']): PaymentProvider {
  const answer = async <Answer>(value: Answer): Promise<Answer> => {
    if (provider.failure) throw provider.failure
    return value
  }
  return {
    openSession: () => answer({ id: 'cs_1', url: 'https://pay.example/1' }),
    readPayment: () => answer({ denied: provider.denied } as SeenPayment),
    closeSession: () => answer(undefined),
    refund: () => answer(undefined),
    refundAgain: () => answer(undefined),
    findOrderId: () => answer(provider.orderId),
    readEvent: () => answer(null),
  }
}
