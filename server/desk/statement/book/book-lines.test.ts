import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import supertest from 'supertest'
import { expect, test } from 'vitest'
import type { ConfirmedLine } from '#shared/desk/requests/statement.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { runAdmin } from '../../../testing/support/admin.ts'
import { describeOnEitherEngine, onBoth } from '../../../testing/support/databases.ts'
import { cookieOf, deskAs } from '../../../testing/support/desk.ts'
import { cartBody, newKey, type TestShop } from '../../../testing/support/shop.ts'
import { confirm, csv, place, useStatements } from '../../../testing/support/statements.ts'
import { confirmStatement } from './confirm.ts'

async function orderQuote({ app }: TestShop): Promise<{ quote: string; number: string }> {
  const { expectedTotal: _, paymentMethod, acceptTerms, ...cart } = cartBody({ paymentMethod: 'invoice' })
  const send = (address: string, body: object) =>
    supertest(app).post(address).set('Idempotency-Key', newKey()).send(body).expect(201)
  const { quote, accessToken } = (await send(apiRoutes.quotes, cart)).body
  const ordering = { quote: { id: quote.id, accessToken }, paymentMethod, acceptTerms, verification: 'token' }
  const { order } = (await send(apiRoutes.checkout, ordering)).body
  return { quote: quote.number, number: order.number }
}

/** Does something after a number of queries outside transactions, where another request may intervene. */
function afterQuery(ctx: TestShop['ctx'], count: number, run: () => Promise<unknown>): TestShop['ctx'] {
  const { db } = ctx.database
  let left = count
  const watched = db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      left -= 1
      if (left === 0) await run()
      return result
    },
  })
  const watching = Object.assign(watched, { transaction: () => db.transaction() })
  return { ...ctx, database: { ...ctx.database, db: watching } }
}

describeOnEitherEngine('a statement that somebody books', (databases) => {
  const openDesk = useStatements(databases)

  test('books no line that is dated before its order, or ahead', onBoth, async () => {
    const { shop, desk, clock, drop } = await openDesk()
    const { number } = await place(shop)
    clock.now += 5 * 24 * 3_600_000
    const { body } = await drop(csv(`17/11/2026,458.00,${number}`, `24/11/2026,458.00,${number}`)).expect(201)
    expect(body).toMatchObject({
      totals: { matched: { lines: 0 }, decide: { lines: 2 } },
      lines: [
        { state: 'wrong_date', orders: [number] },
        { state: 'wrong_date', orders: [number] },
      ],
    })
    const page = await supertest(shop.app)
      .get(deskRoutes.statementOf(body.id))
      .set({ Cookie: await cookieOf(shop, 'books') })
      .expect(200)
    expect(page.text).not.toContain(`value="full:${number}"`)
    expect(page.text).toMatch(/Before its order.*Give it another.*name="line-2".*Still to come/s)
    expect(page.text).not.toContain('name="line-3"')
    clock.now += 24 * 3_600_000
    const { body: later } = await desk.get(deskApiRoutes.statementOf(body.id)).expect(200)
    expect(later.lines.map(({ state }: { state: string }) => state)).toEqual(['wrong_date', 'matched'])
  })

  test(
    'offers a line that was taken back for another order, and never for the same by itself',
    onBoth,
    async () => {
      const { shop, desk, clock, drop } = await openDesk()
      const [wrong, right] = [await place(shop), await place(shop)]
      const { body } = await drop(csv(`18/11/2026,458.00,Q ${wrong.number}`)).expect(201)
      await confirm(desk, body.id, [{ n: 2, order: wrong.number, as: 'full' }])
      const { payments } = (await desk.get(deskApiRoutes.order(wrong.id)).expect(200)).body
      const undo = { payment: payments[0].id }
      await desk.post(`${deskApiRoutes.order(wrong.id)}/undo-payment`, undo).expect(200)
      const look = async () => (await desk.get(deskApiRoutes.statementOf(body.id)).expect(200)).body
      expect(await look()).toMatchObject({
        totals: { matched: { lines: 0 }, decide: { lines: 1, amount: 45_800 } },
        lines: [{ state: 'taken_back', orders: [wrong.number], left: 45_800 }],
      })
      const headers = { Cookie: await cookieOf(shop, 'books') }
      const page = await supertest(shop.app).get(deskRoutes.statementOf(body.id)).set(headers).expect(200)
      expect(page.text).toContain('aria-label="Order of line 2"')
      expect(page.text).not.toContain('aria-label="Book line 2"')
      clock.now += 24 * 3_600_000
      await confirm(desk, body.id, [{ n: 2, order: right.number }])
      expect(await look()).toMatchObject({
        lines: [{ state: 'already', orders: [right.number], bookedAt: new Date(clock.now).toISOString() }],
      })
      expect((await desk.get(deskApiRoutes.order(right.id)).expect(200)).body).toMatchObject({
        status: 'paid',
      })

      // A separate payment of the same day, which looks like a line booked for the other order.
      const { body: own } = await drop(csv(`18/11/2026,458.00,Own ${wrong.number}`)).expect(201)
      expect(own.lines).toMatchObject([{ state: 'matched', orders: [wrong.number] }])
    },
  )

  test('takes parts, credit and late money, and says what it can’t', async () => {
    const { shop, desk, clock, drop } = await openDesk()
    const [part, paid, lapsed] = [await place(shop), await place(shop), await place(shop)]
    const owner = await deskAs(shop, 'owner')
    await owner.post(`${deskApiRoutes.orders}/${lapsed.number}/cancel`).expect(200)
    clock.now += 5 * 24 * 3_600_000
    const { body } = await drop(
      csv(
        `19/11/2026,440.00,${part.number}`,
        `19/11/2026,458.00,${paid.number}`,
        `20/11/2026,458.00,${paid.number}`,
        `21/11/2026,458.00,${lapsed.number}`,
        `01/11/2026,18.00,${part.number}`,
      ),
    ).expect(201)
    expect(body.lines.map(({ state }: { state: string }) => state)).toEqual([
      'wrong_amount',
      'matched',
      'wrong_amount',
      'matched',
      'wrong_date',
    ])
    const result = await confirm(desk, body.id, [
      { n: 2, order: part.number, as: 'full' },
      { n: 2, order: part.number, as: 'part' },
      { n: 3, order: paid.number },
      { n: 4, order: paid.number, as: 'credit' },
      { n: 5, order: lapsed.number },
      { n: 6, order: part.number, as: 'part' },
      { n: 9, order: part.number },
    ])
    expect(result).toMatchObject({
      booked: 4,
      already: [],
      failed: [
        { n: 2, detail: expect.stringContaining('waits for $458.00, not $440.00') },
        { n: 6, detail: expect.stringContaining('was placed on') },
        { n: 9, detail: expect.any(String) },
      ],
    })
    const look = async ({ id }: { id: string }) => (await desk.get(deskApiRoutes.order(id)).expect(200)).body
    expect(await look(part)).toMatchObject({ status: 'pending', outstanding: 1800 })
    expect(await look(paid)).toMatchObject({ status: 'paid', credit: 45_800 })
    expect(await look(lapsed)).toMatchObject({ status: 'paid' })
  })

  test(
    'finds the order that a line names by its quote, also once it ended and gave the quote back',
    onBoth,
    async () => {
      const { shop, desk, clock, drop } = await openDesk()
      const ended = await orderQuote(shop)
      await (await deskAs(shop, 'owner')).post(`${deskApiRoutes.orders}/${ended.number}/cancel`).expect(200)
      clock.now += 3 * 24 * 3_600_000
      const { body } = await drop(csv(`20/11/2026,458.00,PAYS ${ended.quote}`)).expect(201)
      expect(body.lines).toMatchObject([{ by: 'quote', orders: [ended.number], quote: null }])
      await confirm(desk, body.id, [{ n: 2, order: ended.number, as: 'full' }])
      const { quotes } = (await desk.get(deskApiRoutes.quotes).expect(200)).body
      expect(quotes).toMatchObject([{ number: ended.quote, status: 'ordered', orderNumber: ended.number }])
    },
  )

  test('pays several orders by one line, each once, and never more than it brought', onBoth, async () => {
    const { shop, desk, clock, drop } = await openDesk()
    const [one, two, three] = [await place(shop), await place(shop), await place(shop)]
    clock.now += 5 * 24 * 3_600_000
    const file = csv(`20/11/2026,916.00,${one.number} ${two.number}`)
    const { body } = await drop(file).expect(201)
    const split = [one, two].map(({ number }) => ({ order: number, amount: 45_800 }))
    expect(body.lines).toMatchObject([{ state: 'several', left: 91_600, split }])
    const cookie = await cookieOf(shop, 'books')
    const page = await supertest(shop.app)
      .get(deskRoutes.statementOf(body.id))
      .set({ Cookie: cookie })
      .expect(200)
    const value = `split:${one.number}=45800,${two.number}=45800`
    expect(page.text).toContain(`value="${value}"`)
    expect(page.text).toContain('Pays 2 orders together')
    const words = page.text.replace(/<[^>]+>/g, '')
    const named = ({ number }: { number: string }) => `${number} of Ada Byron ($458.00)`
    expect(words).toContain(`Pay ${named(one)} and ${named(two)}`)
    expect(words).toContain('$458.00, the rest stays as credit')

    const too = await confirm(desk, body.id, [{ n: 2, order: three.number, as: 'credit', amount: 91_601 }])
    expect(too).toMatchObject({ booked: 0, failed: [{ n: 2, detail: 'Line 2 has only $916.00 left.' }] })
    await confirm(desk, body.id, [{ n: 2, order: one.number, amount: 45_800 }])
    const { body: half } = await desk.get(deskApiRoutes.statementOf(body.id)).expect(200)
    expect(half.lines).toMatchObject([{ left: 45_800, orders: expect.arrayContaining([two.number]) }])
    expect(half.totals.decide).toEqual({ lines: 1, amount: 45_800 })
    const rest = await supertest(shop.app).get(deskRoutes.statementOf(body.id)).set({ Cookie: cookie })
    expect(rest.text).toMatch(/You decide.*\$458\.00<!-- --> <small class="dim">of <!-- -->\$916\.00/s)
    expect(rest.text).toContain('data-cents="45800"')
    expect(rest.text).not.toContain('data-cents="91600"')
    const again = await confirm(desk, body.id, [{ n: 2, order: one.number, as: 'credit', amount: 45_800 }])
    expect(again).toMatchObject({ booked: 0, already: [2] })

    const others = [two, three].map(({ number }) => confirm(desk, body.id, [{ n: 2, order: number }]))
    const results = await Promise.all(others)
    expect(results.map(({ booked }) => booked).toSorted()).toEqual([0, 1])
    const { db } = shop.ctx.database
    const payments = await db.selectFrom('payments').select(['amount', 'order_id']).execute()
    expect(payments.map(({ amount }) => amount)).toEqual([45_800, 45_800])
    expect(await db.selectFrom('booked_lines').select(['amount', 'booked']).execute()).toEqual([
      { amount: 91_600, booked: 91_600 },
    ])
    const { body: last } = await drop(file).expect(201)
    expect(last.lines).toMatchObject([{ state: 'already', left: 0, orders: { length: 2 } }])
  })

  test('counts once for two people, after whichever query of one the other books it', onBoth, async () => {
    const { shop, desk, clock, drop } = await openDesk()
    const orders = await Promise.all(Array.from({ length: 15 }, () => place(shop)))
    clock.now += 5 * 24 * 3_600_000
    const rows = orders.map(({ number }) => `20/11/2026,458.00,${number}`)
    const { body } = await drop(csv(...rows)).expect(201)
    const booked: number[] = []
    for (const [place, { number }] of orders.entries()) {
      const lines: ConfirmedLine[] = [{ n: place + 2, order: number, as: 'full' }]
      const other = () => confirm(desk, body.id, lines)
      const watched = afterQuery(shop.ctx, place + 1, other)
      const answer = await confirmStatement(watched, body.id, { lines, who: 'casey@example.com' })
      expect([place, answer.failed]).toEqual([place, []])
      booked.push(answer.booked)
    }
    // One booking makes fewer queries than the last counts say.
    expect(booked.slice(0, 8)).toEqual(Array(8).fill(0))
    expect(booked.at(-1)).toBe(1)
  })

  test('pays what it splits by the form and by the command line', async () => {
    const { shop, desk, clock, drop } = await openDesk()
    const placed = await Promise.all([1, 2, 3, 4].map(() => place(shop)))
    const [one, two, three, four] = placed.map(({ number }) => number)
    clock.now += 5 * 24 * 3_600_000
    const { body } = await drop(csv(`20/11/2026,916.00,${one} ${two}`)).expect(201)
    await supertest(shop.app)
      .post(`${deskRoutes.statementOf(body.id)}/confirm`)
      .set({ Cookie: await cookieOf(shop, 'books'), Origin: shop.ctx.config.siteUrl })
      .type('form')
      .send({ 'line-2': `split:${one}=45800,${two}=45800` })
      .expect(303)
    const file = join(mkdtempSync(join(tmpdir(), 'bank-')), 'bank.csv')
    writeFileSync(file, csv(`21/11/2026,916.00,${three} ${four}`))
    const ran = await runAdmin(
      shop.environment,
      'statement',
      file,
      '--new-account',
      'main',
      '--book',
      '2=split',
    )
    expect(ran.stdout).toMatch(/Pays 2 orders together.*\n1 line is booked/s)
    for (const { id } of placed) {
      expect((await desk.get(deskApiRoutes.order(id)).expect(200)).body).toMatchObject({
        status: 'paid',
        credit: 0,
      })
    }
  })

  test('is booked line by line by the command line, as part, credit or for another order', async () => {
    const { shop, desk, clock } = await openDesk()
    const [one, two, three] = [await place(shop), await place(shop), await place(shop)]
    clock.now += 5 * 24 * 3_600_000
    const file = join(mkdtempSync(join(tmpdir(), 'bank-')), 'bank.csv')
    writeFileSync(
      file,
      csv(
        `22/11/2026,458.00,${one.number}`,
        `22/11/2026,440.00,${two.number}`,
        '22/11/2026,500.00,NOBODY',
        '22/11/2026,-1.00,FEE',
      ),
    )
    const run = (...args: string[]) =>
      runAdmin(shop.environment, 'statement', file, '--new-account', 'main', ...args)
    const wrong = await run('--book', `3=${two.number}`)
    expect(wrong).toMatchObject({ status: 1, stderr: expect.stringContaining('not $440.00') })
    expect(wrong.stdout).toContain('0 lines are booked.')
    for (const word of ['Matched', '$18.00 too little', 'No order', 'Money out'])
      expect(wrong.stdout).toContain(word)
    expect(await run('--book', `3=${two.number}:parts`)).toMatchObject({ status: 2 })
    const part = await run('--book', `3=${two.number}:part`)
    expect(part).toMatchObject({ status: 0, stdout: expect.stringContaining('1 line is booked.') })
    const longer = await run('--book', `4=${Number(three.number.slice(5))}-9:credit`)
    expect(longer.stderr).toContain('There is no order')
    const both = await run('--book', '--book', `4=${Number(three.number.slice(5))}:credit`)
    expect(both).toMatchObject({ status: 0, stdout: expect.stringContaining('2 lines are booked.') })
    expect((await run('--book', `4=${two.number}:part`)).stdout).toContain('Line 4 was booked before.')
    const look = async ({ id }: { id: string }) => (await desk.get(deskApiRoutes.order(id)).expect(200)).body
    expect(await look(one)).toMatchObject({ status: 'paid' })
    expect(await look(two)).toMatchObject({ status: 'pending', outstanding: 1800 })
    expect(await look(three)).toMatchObject({ status: 'paid', credit: 4200 })
  })
})
