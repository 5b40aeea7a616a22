import supertest from 'supertest'
import { expect, test } from 'vitest'
import type { MadeQuote } from '#shared/orders/quotes.ts'
import { newCodeSchema } from '#shared/pricing/codes.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { momentOf } from '../../runtime/moment.ts'
import { describeOnBothEngines } from '../../testing/support/databases.ts'
import { killAtEachStep } from '../../testing/support/killed-at-each-step.ts'
import { cartBody, newKey, type TestShop, useShops } from '../../testing/support/shop.ts'
import type { TestApp } from '../../testing/support/test-app.ts'
import { addCode, listCodes } from '../codes/codes.ts'
import { followTransfers } from '../orders/follow-transfers.ts'
import { settle } from '../orders/settle.ts'
import { settleDue } from '../orders/settle-due.ts'

const day = 24 * 60 * 60 * 1000

describeOnBothEngines('killed between any two steps and tried again,', (databases) => {
  const openShop = useShops(databases)

  async function openWithClock() {
    let now = new Date('2026-11-22T03:00:00Z')
    const shop = await openShop({ clock: () => now })
    const wait = (ms: number) => {
      now = new Date(now.getTime() + ms)
    }
    return { shop, db: shop.ctx.database.db, wait }
  }

  /** Repeats the request with its key once the dead process's lease has run out. */
  async function post(shop: TestShop, { app }: TestApp, path: string, key: string, body: object) {
    await shop.ctx.database.db.updateTable('idempotency_keys').set({ leased_until: null }).execute()
    return supertest(app).post(path).set('Idempotency-Key', key).send(body)
  }

  const { expectedTotal: _, paymentMethod: _method, acceptTerms: _accepted, ...asked } = cartBody()
  const makeQuote = (shop: TestShop, process: TestApp = shop, key = newKey()) =>
    post(shop, process, apiRoutes.quotes, key, asked)

  async function mailsOf({ ctx }: TestShop, kind: string): Promise<number> {
    const { db } = ctx.database
    return (await db.selectFrom('mails').select('id').where('kind', '=', kind).execute()).length
  }

  async function addCodeFor({ ctx }: TestShop, name: string, percent = 10) {
    const code = newCodeSchema.parse({ code: name, percent, maxUses: 1 })
    await ctx.database.db
      .transaction()
      .execute((trx) => addCode(trx, code, { who: 'test', ...momentOf(ctx) }))
    return code.code
  }

  const usesOf = async ({ ctx }: TestShop, name: string) => {
    const { reserved, counted } =
      (await listCodes(ctx.database.db, ctx.clock())).find(({ code }) => code === name) ?? {}
    return { reserved, counted }
  }

  /** Documents are numbered from 1 without gaps. */
  function expectNoGap(numbers: string[]) {
    const found = numbers.map((number) => Number(number.replace(/\D/g, ''))).sort((a, b) => a - b)
    expect(found).toEqual(found.map((_, index) => index + 1))
  }

  test('a quote is made once, with one mail and no gap in the numbers', async () => {
    const shop = await openShop()
    const { db } = shop.ctx.database
    let rounds = 0
    const begin = async () => {
      const key = newKey()
      rounds += 1
      return {
        act: (process: TestApp) => makeQuote(shop, process, key),
        async look() {
          const quotes = await db.selectFrom('quotes').select('number').execute()
          expectNoGap(quotes.map(({ number }) => number))
          return { more: quotes.length - rounds, mails: (await mailsOf(shop, 'quote_made')) - rounds }
        },
      }
    }
    await killAtEachStep(shop, begin, { more: 0, mails: 0 })
  })

  test('a quote becomes one order with one invoice', async () => {
    const shop = await openShop()
    const { db } = shop.ctx.database
    let rounds = 0
    const begin = async () => {
      const key = newKey()
      rounds += 1
      const { quote, accessToken }: MadeQuote = (await makeQuote(shop)).body
      const body = {
        quote: { id: quote.id, accessToken },
        paymentMethod: 'invoice',
        acceptTerms: true,
        verification: 'token',
      }
      return {
        act: (process: TestApp) => post(shop, process, apiRoutes.checkout, key, body),
        async look() {
          const orders = await db.selectFrom('orders').select('id').execute()
          const invoices = await db.selectFrom('invoices').select('number').execute()
          expectNoGap(invoices.map(({ number }) => number))
          const bound = await db
            .selectFrom('quotes')
            .innerJoin('orders', 'orders.id', 'quotes.order_id')
            .select('quotes.id')
            .execute()
          const mails = await mailsOf(shop, 'order_received')
          return [orders, invoices, bound].map(({ length }) => length - rounds).concat(mails - rounds)
        },
      }
    }
    await killAtEachStep(shop, begin, [0, 0, 0, 0])
  })

  test('an order that costs nothing is paid by the sweep, by either method', async () => {
    const { shop, db, wait } = await openWithClock()
    let rounds = 0
    const begin = async () => {
      rounds += 1
      const code = await addCodeFor(shop, `FREE-${rounds}`, 100)
      const paymentMethod = rounds % 2 ? 'card' : 'invoice'
      const body = cartBody({ code, expectedTotal: 0, paymentMethod })
      let isTried = false
      return {
        async act(process: TestApp) {
          if (!isTried) {
            isTried = true
            await post(shop, process, apiRoutes.checkout, newKey(), body)
          } else {
            wait(60 * 60 * 1000)
            await settleDue(process.ctx)
          }
        },
        async look() {
          const orders = await db.selectFrom('orders').select('status').execute()
          return { unpaid: orders.filter(({ status }) => status !== 'paid').length }
        },
      }
    }
    await killAtEachStep(shop, begin, { unpaid: 0 })
    expect(await db.selectFrom('licences').select('id').execute()).not.toEqual([])
  })

  test('an order lapses once, with one note and one mail, and gives its code back', async () => {
    const { shop, db, wait } = await openWithClock()
    let rounds = 0
    const begin = async () => {
      rounds += 1
      const code = await addCodeFor(shop, `ONCE-${rounds}`)
      const { body } = await shop
        .checkOut({ code, expectedTotal: 41_220, paymentMethod: 'invoice' })
        .expect(201)
      wait(31 * day)
      return {
        act: ({ ctx }: TestApp) => followTransfers(ctx),
        async look() {
          const { id } = body.order
          const order = await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()
          const notes = await db
            .selectFrom('invoices')
            .select('number')
            .where('kind', '=', 'adjustment_note')
            .execute()
          expectNoGap(notes.map(({ number }) => number))
          return {
            status: order?.status,
            notes: notes.length - rounds,
            mails: (await mailsOf(shop, 'order_lapsed')) - rounds,
            use: await usesOf(shop, code),
          }
        },
      }
    }
    const lapsed = { status: 'expired', notes: 0, mails: 0, use: { reserved: 0, counted: 0 } }
    await killAtEachStep(shop, begin, lapsed)
  })

  test('an order with a code takes one use of it, which counts once it is paid', async () => {
    const shop = await openShop()
    let rounds = 0
    const begin = async () => {
      rounds += 1
      const code = await addCodeFor(shop, `ONCE-${rounds}`)
      const [key, body] = [newKey(), cartBody({ code, expectedTotal: 41_220 })]
      return {
        async act(process: TestApp) {
          const { status, body: placed } = await post(shop, process, apiRoutes.checkout, key, body)
          if (status !== 201) return
          shop.stripe.pay(shop.stripe.sessionOf(placed.order.id))
          await settle(process.ctx, placed.order.id)
        },
        async look() {
          const other = { name: 'Eve', email: 'eve@example.com', country: 'AU' as const }
          const refused = await shop.checkOut({ code, expectedTotal: 41_220, customer: other })
          return { ...(await usesOf(shop, code)), other: refused.body.code }
        },
      }
    }
    const once = { reserved: 0, counted: 1, other: 'code_invalid' }
    await killAtEachStep(shop, begin, once)
  })
})
