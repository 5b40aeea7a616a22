import supertest from 'supertest'
import { expect, test } from 'vitest'
import type { MadeQuote } from '#shared/orders/quotes.ts'
import { newCodeSchema } from '#shared/pricing/codes.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { momentOf } from '../../runtime/moment.ts'
import { runAdmin } from '../../testing/support/admin.ts'
import { describeOnEitherEngine, onBoth } from '../../testing/support/databases.ts'
import { cookieOf, deskAs, deskOptions } from '../../testing/support/desk.ts'
import { readMails } from '../../testing/support/mailbox.ts'
import { cartBody, newKey, type TestShop, useShops } from '../../testing/support/shop.ts'
import { addCode, listCodes } from '../codes/codes.ts'
import { findQuote } from './quotes.ts'
import { withdrawQuote } from './withdraw-quote.ts'

const who = 'alex@example.com'

describeOnEitherEngine('a quote that its seller withdraws', (databases) => {
  const openShop = useShops(databases)

  const { expectedTotal: _total, paymentMethod: _method, acceptTerms: _terms, ...cart } = cartBody()

  async function makeQuote({ app }: TestShop, change: object = {}): Promise<MadeQuote> {
    const asking = supertest(app).post(apiRoutes.quotes).set('Idempotency-Key', newKey())
    return (await asking.send({ ...cart, ...change }).expect(201)).body
  }

  const order = ({ app }: TestShop, { quote, accessToken }: MadeQuote, paymentMethod = 'card') =>
    supertest(app)
      .post(apiRoutes.checkout)
      .set('Idempotency-Key', newKey())
      .send({
        quote: { id: quote.id, accessToken },
        paymentMethod,
        acceptTerms: true,
        verification: 'token',
      })

  async function open() {
    const shop = await openShop(await deskOptions())
    const desk = await deskAs(shop, 'support')
    const made = await makeQuote(shop)
    await readMails(shop.ctx)
    return { shop, desk, made, act: `${deskApiRoutes.quote(made.quote.id)}/withdraw` }
  }

  const addTen = ({ ctx }: TestShop) =>
    ctx.database.db.transaction().execute((trx) => {
      const code = newCodeSchema.parse({ code: 'CREW10', percent: 10, maxUses: 10 })
      return addCode(trx, code, { who, ...momentOf(ctx) })
    })

  test('can’t be ordered any more, tells its buyer once and why, and stands in the audit', async () => {
    const { shop, desk, made, act } = await open()
    const { body } = await desk.post(act, { reason: 'A wrong price' }).expect(200)
    expect(body.quote).toMatchObject({ status: 'withdrawn', withdrawnAt: expect.any(String) })
    await desk.post(act, { reason: 'Once more' }).expect(200)

    expect((await order(shop, made).expect(409)).body.code).toBe('quote_withdrawn')
    expect((await order(shop, made, 'invoice').expect(409)).body.code).toBe('quote_withdrawn')
    const [mail, ...others] = await readMails(shop.ctx)
    expect([mail?.subject, others]).toEqual(['Quote Q-000001 was withdrawn', []])
    expect(mail?.text).toContain('Our reason: A wrong price')
    const page = await supertest(shop.app)
      .get(routes.quoteOf(made.quote.id))
      .set('Authorization', `Bearer ${made.accessToken}`)
    expect(page.text).toContain('This quote was withdrawn.')
    expect(page.text).not.toContain('Order it')
    const { entries } = (await (await deskAs(shop, 'owner')).get(deskApiRoutes.audit).expect(200)).body
    const withdrawals = entries.filter((entry: { act: string }) => entry.act === 'quote.withdrawn')
    expect(withdrawals).toMatchObject([{ name: 'Q-000001', after: { reason: 'A wrong price' } }])
    const { stdout } = await runAdmin(shop.environment, 'quotes', 'list')
    expect(stdout).toContain('withdrawn on')
  })

  test('is withdrawn by a form without script, which a page of the desk has, and by the command line', async () => {
    const { shop, made } = await open()
    const headers = { Cookie: await cookieOf(shop, 'support'), Origin: shop.ctx.config.siteUrl }
    const get = () => supertest(shop.app).get(deskRoutes.quote(made.quote.id)).set(headers).expect(200)
    const action = deskRoutes.quoteAct(made.quote.id, 'withdraw')
    expect((await get()).text).toContain(`action="${action}"`)
    const posted = supertest(shop.app).post(action).set(headers).type('form').send({ reason: 'Old' })
    await posted.expect(303).expect('location', `${deskRoutes.quote(made.quote.id)}?done=withdraw#done`)
    expect((await get()).text).not.toContain(`action="${action}"`)

    const second = await makeQuote(shop)
    const { stdout } = await runAdmin(shop.environment, 'quotes', 'withdraw', second.quote.number, '--yes')
    expect(stdout).toContain('Quote Q-000002 is withdrawn.')
    expect((await order(shop, second).expect(409)).body.code).toBe('quote_withdrawn')
  })

  test('stays ordered if it was ordered', async () => {
    const { shop, desk, made, act } = await open()
    await order(shop, made).expect(201)
    expect((await desk.post(act).expect(409)).body.code).toBe('quote_used')
    const dryRun = ['quotes', 'withdraw', made.quote.number, '--dry-run']
    const { status, stderr } = await runAdmin(shop.environment, ...dryRun)
    expect([status, stderr]).toEqual([1, expect.stringContaining('was ordered already')])
    expect((await desk.get(deskApiRoutes.quote(made.quote.id)).expect(200)).body.status).toBe('ordered')
  })

  test('is ordered or withdrawn, never both, when both come at once', onBoth, async () => {
    const { shop } = await open()
    for (let round = 0; round < 6; round += 1) {
      const made = await makeQuote(shop)
      const row = await findQuote(shop.ctx.database.db, made.quote.id)
      if (!row) throw new Error('no quote')
      const withdrawing = () =>
        withdrawQuote(shop.ctx, row, { who }).then(
          () => 'withdrawn',
          (e) => e.code,
        )
      const ordering = async () => (await order(shop, made)).body.code ?? 'ordered'
      const both = round % 2 ? [withdrawing(), ordering()] : [ordering(), withdrawing()]
      const ends = (await Promise.all(both)).toSorted()
      expect([
        ['ordered', 'quote_used'],
        ['quote_withdrawn', 'withdrawn'],
      ]).toContainEqual(ends)
      const { order_id, withdrawn_at } = (await findQuote(shop.ctx.database.db, row.id)) ?? row
      expect([order_id === null, withdrawn_at === null].toSorted()).toEqual([false, true])
    }
  })

  test('frees its use of a code; ten quotes, orders and buyers never use an eleventh', onBoth, async () => {
    const { shop } = await open()
    await addTen(shop)
    const by = (index: number) => ({ customer: { ...cart.customer, email: `buyer-${index}@example.com` } })
    const uses = async () => (await listCodes(shop.ctx.database.db, shop.ctx.clock()))[0]
    const tries = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        makeQuote(shop, { code: 'CREW10', ...by(index) }).catch(() => null),
      ),
    )
    const made = tries.filter((each) => each !== null)
    expect([made.length, await uses()]).toMatchObject([5, { promised: 5 }])
    const [first, ...others] = made
    const row = await findQuote(shop.ctx.database.db, String(first?.quote.id))
    if (row) await withdrawQuote(shop.ctx, row, { who })
    expect(await uses()).toMatchObject({ promised: 4 })
    await makeQuote(shop, { code: 'CREW10', ...by(20) })

    await Promise.all([
      ...others.map((quote) => order(shop, quote)),
      ...Array.from({ length: 10 }, (_, index) =>
        shop.checkOut({ code: 'CREW10', expectedTotal: 41_220, ...by(30 + index) }),
      ),
    ])
    const { reserved = 0, counted = 0, promised = 0 } = (await uses()) ?? {}
    expect(reserved + counted).toBeLessThanOrEqual(10)
    expect(reserved + counted + promised).toBe(10)
  })
})
