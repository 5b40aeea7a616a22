import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#shared/testing/properties.ts'
import { describeOnEitherEngine, onBoth } from '../../testing/support/databases.ts'
import { killAtEachStep } from '../../testing/support/killed-at-each-step.ts'
import { type TestShop, useShops } from '../../testing/support/shop.ts'
import { settle } from './settle.ts'

type Session = ReturnType<TestShop['stripe']['sessionOf']>

/** What can happen to one payment, each apart from the others. */
const happenings: Record<string, (shop: TestShop, session: Session) => void> = {
  paid: ({ stripe }, session) => stripe.pay(session),
  'a part refunded': ({ stripe }, session) => void stripe.refund(session, 10_000),
  'a refund failed': ({ stripe }, session) => void stripe.refund(session, 5000, { status: 'failed' }),
  warned: ({ stripe }, session) => void stripe.warn(session),
  'a dispute lost': ({ stripe }, session) =>
    void stripe.dispute(session, 'lost', { amount: 7000, isAnother: true }),
  'a dispute open': ({ stripe }, session) =>
    void stripe.dispute(session, 'needs_response', { amount: 900, isAnother: true }),
}

const names = Object.keys(happenings)

const types = ['checkout.session.completed', 'charge.refunded', 'refund.failed', 'charge.dispute.created']

describeOnEitherEngine('what the provider says in any order', (databases) => {
  const openShop = useShops(databases)

  async function place(shop: TestShop, paymentMethod: 'card' | 'invoice') {
    const { body } = await shop.checkOut({ paymentMethod }).expect(201)
    if (paymentMethod === 'invoice') {
      const { payByCard } = await import('./pay-by-card.ts')
      await payByCard(shop.ctx, body.order.id)
    }
    return { id: body.order.id as string, session: shop.stripe.sessionOf(body.order.id) }
  }

  async function stateOf({ ctx: { database } }: TestShop, id: string) {
    const { db } = database
    const order = await db
      .selectFrom('orders')
      .select(['status', 'refunded', 'refund_failed', 'refund_pending', 'taken_back', 'payment_state'])
      .select(['received_amount', 'payment_method', 'attention'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const keys = await db
      .selectFrom('licences')
      .innerJoin('order_lines', 'order_lines.id', 'licences.order_line_id')
      .select(['licences.status', 'suspended_by'])
      .where('order_id', '=', id)
      .execute()
    const notes = await db
      .selectFrom('invoices')
      .select(['kind', 'total'])
      .where('order_id', '=', id)
      .execute()
    const ledger = await db.selectFrom('payments').select('amount').where('order_id', '=', id).execute()
    const noted = notes.filter(({ kind }) => kind === 'adjustment_note')
    return {
      ...order,
      attention: JSON.parse(order.attention ?? 'null')?.kind ?? null,
      keys,
      invoices: notes.length - noted.length,
      noted: noted.reduce((sum, { total }) => sum + total, 0),
      ledger: ledger.reduce((sum, { amount }) => sum + amount, 0),
    }
  }

  const end = {
    status: 'disputed',
    refunded: 22_000,
    refund_failed: 5000,
    refund_pending: 0,
    taken_back: 7000,
    payment_state: null,
    received_amount: 45_800,
    payment_method: 'card',
    attention: 'dispute',
    keys: [
      { status: 'suspended', suspended_by: 'dispute' },
      { status: 'suspended', suspended_by: 'dispute' },
    ],
    noted: 22_000,
    ledger: 38_800,
  }

  test('ends the same by every order of any three of six states, each seen or missed on its way', async () => {
    const shop = await openShop()
    // Money comes first, because a bank can dispute no payment that it hasn't made.
    const [first = '', ...rest] = names
    const all = permutationsOf(rest)
    expect(all).toHaveLength(120)
    // A deep run takes all.
    const orders = (runs(1) > 1 ? all : everyThreeOf(all)).map((others) => [first, ...others])
    for (const [round, order] of orders.entries()) {
      // The engines look at other places, and pay otherwise.
      const index = 11 * round + (shop.environment.DATABASE_URL ? 13 : 0)
      const { id, session } = await place(shop, index % 2 ? 'card' : 'invoice')
      for (const [at, name] of order.entries()) {
        happenings[name]?.(shop, session)
        // Each bit of the index decides whether the shop looks in between.
        if ((index >> at) % 2) await settle(shop.ctx, id)
      }
      await settle(shop.ctx, id)
      const invoices = index % 2 ? 1 : 2
      expect([order, await stateOf(shop, id)]).toEqual([order, { ...end, invoices }])
    }
  })

  // One state follows another here, so only what was seen on the way differs.
  const courses: { name: string; steps: Step[]; end: object }[] = [
    {
      name: 'a debit that arrives',
      steps: ['processing', 'paid'],
      end: { status: 'paid', payment_state: null, refunded: 0, key: 'active', ledger: 45_800 },
    },
    {
      name: 'a debit that is refused',
      steps: ['processing', 'refused'],
      end: { status: 'pending', payment_state: 'failed', refunded: 0, ledger: 0 },
    },
    {
      name: 'a whole loss under appeal',
      steps: ['paid', 'needs_response', 'lost', 'appeal_under_review'],
      end: { status: 'disputed', refunded: 45_800, taken_back: 45_800, key: 'suspended', ledger: 0 },
    },
    {
      name: 'a whole loss whose appeal is won',
      steps: ['paid', 'needs_response', 'lost', 'appeal_under_review', 'won'],
      end: { status: 'paid', refunded: 0, taken_back: 0, key: 'active', noted: 0, ledger: 45_800 },
    },
    {
      name: 'a whole loss whose appeal is lost too',
      steps: ['paid', 'lost', 'appeal_needs_response', 'lost'],
      end: { status: 'refunded', refunded: 45_800, taken_back: 45_800, key: 'revoked', ledger: 0 },
    },
    {
      name: 'a loss of what a refund couldn’t bring, won again',
      steps: ['paid', 'refund failed', 'needs_response', 'lost', 'appeal_under_review', 'won'],
      end: { status: 'refunded', refunded: 45_800, refund_failed: 45_800, taken_back: 0, key: 'revoked' },
    },
  ]

  test('each course ends the same whatever was seen on the way', async () => {
    const shop = await openShop()
    for (const { name, steps, end } of courses) {
      for (const seen of looksAt(steps, shop)) {
        const { id, session } = await place(shop, 'card')
        for (const [at, step] of steps.entries()) {
          take(shop, session, step)
          if (seen[at]) await settle(shop.ctx, id)
        }
        await settle(shop.ctx, id)
        const state = await stateOf(shop, id)
        const keys = state.keys.map(({ status }) => status)
        expect([name, seen, { ...state, key: keys[0] }]).toMatchObject([name, seen, end])
        if (state.invoices > 0) expect([name, seen, state.noted]).toEqual([name, seen, state.refunded])
        expect([name, seen, new Set(keys).size]).toEqual([name, seen, Math.min(1, keys.length)])
      }
    }
  })

  test(
    'ends the same by every order of its events, repeated and eight at once, from two processes',
    onBoth,
    async () => {
      const shop = await openShop()
      const other = await shop.another()
      await fc.assert(
        fc.asyncProperty(
          fc.shuffledSubarray(names.slice(1), { minLength: 5 }),
          fc.array(fc.constantFrom(...types), { minLength: 4, maxLength: 8 }),
          async (order, events) => {
            const { id, session } = await place(shop, 'card')
            happenings.paid?.(shop, session)
            for (const name of order) happenings[name]?.(shop, session)
            await Promise.all(events.map((type) => shop.sendEvent(type, id).expect(200)))
            await Promise.all([settle(shop.ctx, id), settle(other.ctx, id)])
            await shop.ctx.background.settled()
            expect(await stateOf(shop, id)).toEqual({ ...end, invoices: 1 })
          },
        ),
        { numRuns: runs(3) },
      )
    },
  )

  test('ends the same when it is killed between any two steps', onBoth, async () => {
    const shop = await openShop()
    const begin = async () => {
      const { id, session } = await place(shop, 'card')
      shop.stripe.pay(session)
      await settle(shop.ctx, id)
      for (const name of names.slice(1)) happenings[name]?.(shop, session)
      return {
        act: ({ ctx }: { ctx: TestShop['ctx'] }) => settle(ctx, id),
        look: () => stateOf(shop, id),
      }
    }
    await killAtEachStep(shop, begin, { ...end, invoices: 1 })
  })
})

type Step = 'processing' | 'refused' | 'paid' | 'refund failed' | Parameters<TestShop['stripe']['dispute']>[1]

function take({ stripe }: TestShop, session: Session, step: Step): void {
  if (step === 'processing') stripe.process(session)
  else if (step === 'refused') stripe.failLater(session)
  else if (step === 'paid') stripe.pay(session)
  else if (step === 'refund failed') stripe.refund(session, 45_800, { status: 'failed' })
  else stripe.dispute(session, step)
}

/**
 * @returns whether each step but the last is seen, in every way. The engines share these, so that each has all ways of any
 * steps but one; a deep run takes all.
 */
function looksAt(steps: Step[], { environment }: TestShop): boolean[][] {
  const ways = Array.from({ length: 2 ** (steps.length - 1) }, (_, way) =>
    steps.slice(1).map((_, at) => ((way >> at) & 1) === 1),
  )
  const isOdd = (way: boolean[]) => way.filter((isSeen) => isSeen).length % 2 === 1
  return runs(1) > 1 ? ways : ways.filter((way) => isOdd(way) === Boolean(environment.DATABASE_URL))
}

function permutationsOf(names: string[]): string[][] {
  if (names.length === 0) return [[]]
  return names.flatMap((name) =>
    permutationsOf(names.filter((each) => each !== name)).map((rest) => [name, ...rest]),
  )
}

/** @returns a few of the orders that have each three of their names in each order */
function everyThreeOf(orders: string[][]): string[][] {
  const seen = new Set<string>()
  const fresh = (order: string[]) => threesOf(order).filter((three) => !seen.has(three))
  const chosen: string[][] = []
  for (let wanted = orders.at(0) ?? []; fresh(wanted).length > 0; ) {
    for (const three of threesOf(wanted)) seen.add(three)
    chosen.push(wanted)
    for (const order of orders) if (fresh(order).length > fresh(wanted).length) wanted = order
  }
  return chosen
}

function threesOf(order: string[]): string[] {
  return order.flatMap((a, i) =>
    order.slice(i + 1).flatMap((b, j) => order.slice(i + j + 2).map((c) => `${a}, ${b}, ${c}`)),
  )
}
