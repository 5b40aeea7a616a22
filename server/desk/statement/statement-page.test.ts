import supertest from 'supertest'
import { expect, test } from 'vitest'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { describeOnEitherEngine } from '../../testing/support/databases.ts'
import { cookieOf } from '../../testing/support/desk.ts'
import { confirm, csv, place, useStatements } from '../../testing/support/statements.ts'

describeOnEitherEngine('a statement on its page', (databases) => {
  const openDesk = useStatements(databases)

  test('of a month in which nothing was booked is read, and stays readable', async () => {
    const { desk, drop } = await openDesk()
    const account = '<Acct><Id><IBAN>DE00</IBAN></Id></Acct>'
    const quiet = `<Document><BkToCstmrStmt><Stmt>${account}</Stmt></BkToCstmrStmt></Document>`
    const { body } = await drop(quiet, 'application/xml').expect(201)
    const none = { lines: 0, amount: 0 }
    const totals = { matched: none, decide: none, booked: none, left: none }
    expect(body).toMatchObject({ from: null, to: null, lines: [], awaited: {}, totals })
    expect((await desk.get(deskApiRoutes.statementOf(body.id)).expect(200)).body).toEqual(body)
    const { statements } = (await desk.get(deskApiRoutes.statement).expect(200)).body
    expect(statements).toMatchObject([{ id: body.id, lines: 0 }])
  })

  test('leads from money out to the paid order that it names, and takes another one for it', async () => {
    const { shop, desk, clock, drop } = await openDesk()
    const { number } = await place(shop)
    clock.now += 5 * 24 * 3_600_000
    const paid = await drop(csv(`22/11/2026,458.00,${number}`, '22/11/2026,-1.00,FEE')).expect(201)
    await confirm(desk, paid.body.id, [{ n: 2, order: number }])
    const { body } = await drop(csv(`23/11/2026,-458.00,BACK ${number}`, '23/11/2026,2.00,A')).expect(201)
    const why = `${number} is paid, not refunded`
    expect(body.lines[0]).toMatchObject({ state: 'none', reason: 'money_out', orders: [number], why: [why] })
    const cookie = await cookieOf(shop, 'books')
    const page = await supertest(shop.app).get(deskRoutes.statementOf(body.id)).set({ Cookie: cookie })
    expect(page.text).toMatch(
      new RegExp(`Money out: ${why}.*It’s a refund.*href="${deskRoutes.order(number)}"`, 's'),
    )
    expect(page.text).toContain('name="line-2"')
  })

  test('is shown in parts, with its sums and the orders that it proposes', async () => {
    const { shop, desk, clock, drop } = await openDesk()
    const [one, two] = [await place(shop), await place(shop)]
    clock.now += 5 * 24 * 3_600_000
    const out = ['20/11/2026,-1.00,A', '20/11/2026,-2.00,B', '21/11/2026,-3.00,C']
    const { body } = await drop(
      csv(
        `22/11/2026,458.00,${one.number}`,
        ...out,
        `19/11/2026,458.00,${two.number}`,
        `22/11/2026,1.00,${two.number}`,
      ),
    ).expect(201)
    const totals = {
      matched: { lines: 2, amount: 91_600 },
      decide: { lines: 1, amount: 100 },
      booked: { lines: 0, amount: 0 },
      left: { lines: 3, amount: -600 },
      unread: 0,
    }
    expect(body).toMatchObject({ from: '2026-11-19', to: '2026-11-22', totals })
    expect(Object.keys(body.awaited).sort()).toEqual([one.number, two.number].sort())
    expect(body.awaited[one.number]).toMatchObject({ outstanding: 45_800, buyer: expect.any(String) })

    const part = async (query: string) =>
      (await desk.get(`${deskApiRoutes.statementOf(body.id)}?${query}`).expect(200)).body
    const first = await part('each=1')
    expect([first.next, (await part('each=1&after=4')).next]).toEqual([3, null])
    expect(first.lines.map(({ n }: { n: number }) => n)).toEqual([2, 3, 7])
    expect(first.totals).toEqual(totals)
    const further = await part('each=1&after=3')
    expect(further.lines.map(({ n }: { n: number }) => n)).toEqual([2, 4, 7])
    await desk.get(`${deskApiRoutes.statementOf(body.id)}?each=0`).expect(422)
    await confirm(desk, body.id, [{ n: 2, order: one.number, as: 'full' }])
    const booked = await part('each=1')
    expect([booked.next, booked.lines.map(({ n }: { n: number }) => n)]).toEqual([2, [2, 6, 7]])
    expect(booked.totals).toEqual({
      ...totals,
      matched: { lines: 1, amount: 45_800 },
      booked: { lines: 1, amount: 45_800 },
    })
    const { statements } = (await desk.get(deskApiRoutes.statement).expect(200)).body
    expect(statements).toMatchObject([{ id: body.id, account: 'main', lines: 6, who: 'casey@example.com' }])
  })

  test('ticks no line that could have meant another order, once that one is booked', async () => {
    const { shop, desk, clock, drop } = await openDesk()
    const purchaseOrder = '4500-0117'
    const [one, two] = [await place(shop, { purchaseOrder }), await place(shop, { purchaseOrder })]
    clock.now += 5 * 24 * 3_600_000
    const unclear = ['ADA BYRON', 'PO 4500 117', `${one.number} ${two.number}`]
    const { body } = await drop(
      csv(`20/11/2026,458.00,${one.number}`, ...unclear.map((text) => `21/11/2026,458.00,${text}`)),
    ).expect(201)
    const several = { state: 'several', orders: expect.arrayContaining([one.number, two.number]) }
    expect(body.lines).toMatchObject([{ state: 'matched' }, several, several, several])
    expect(await confirm(desk, body.id, [{ n: 2, order: one.number }])).toMatchObject({ booked: 1 })

    const { body: later } = await desk.get(deskApiRoutes.statementOf(body.id)).expect(200)
    expect(later).toMatchObject({
      totals: { matched: { lines: 0 }, decide: { lines: 3 } },
      lines: [
        { state: 'already' },
        { state: 'proposed', orders: [two.number], by: 'name' },
        { state: 'several', orders: [two.number, one.number], by: 'purchase_order' },
        { state: 'several', orders: [two.number, one.number], by: 'reference' },
      ],
    })
    const page = await supertest(shop.app)
      .get(deskRoutes.statementOf(body.id))
      .set({ Cookie: await cookieOf(shop, 'books') })
      .expect(200)
    expect(page.text).not.toContain('aria-label="Book line')
    expect(page.text).toContain('Payer’s name and amount fit')
  })

  test('shows six of the orders that fit, and unfolds the others', async () => {
    const { shop, clock, drop } = await openDesk()
    const placed = await Promise.all(Array.from({ length: 8 }, () => place(shop)))
    clock.now += 5 * 24 * 3_600_000
    const { body } = await drop(csv('20/11/2026,458.00,ADA BYRON')).expect(201)
    expect(body.lines).toMatchObject([{ state: 'several', orders: { length: 8 } }])
    const { text } = await supertest(shop.app)
      .get(deskRoutes.statementOf(body.id))
      .set({ Cookie: await cookieOf(shop, 'books') })
      .expect(200)
    const [shown = '', folded = ''] = text.split('6 of 8 shown')
    const count = (part: string) =>
      placed.filter(({ number }) => part.includes(`value="full:${number}"`)).length
    expect([count(shown), count(folded)]).toEqual([6, 2])
  })

  test('keeps what was ticked, unticked and chosen through a refusal', async () => {
    const { shop, drop } = await openDesk()
    const [ticked, unticked, part] = [await place(shop), await place(shop), await place(shop)]
    const { body } = await drop(
      csv(
        `18/11/2026,458.00,Q ${ticked.number}`,
        `18/11/2026,458.00,Q ${unticked.number}`,
        `18/11/2026,1.00,Q ${part.number}`,
        `18/11/2026,5.00,OTHER`,
      ),
    ).expect(201)
    const page = await supertest(shop.app)
      .post(deskRoutes.statementAct(body.id, 'confirm'))
      .set({ Cookie: await cookieOf(shop, 'books'), Origin: shop.ctx.config.siteUrl })
      .type('form')
      .send({ 'line-2': `full:${ticked.number}`, 'line-4': '', 'line-5': '2020-000001' })
      .expect(422)
    const inputs = page.text.match(/<input[^>]*name="line-\d+"[^>]*>/g) ?? []
    const inputOf = (value: string) => inputs.find((input) => input.includes(`value="${value}"`))
    expect(inputOf(`full:${ticked.number}`)).toBeUndefined()
    expect(inputOf(`full:${unticked.number}`)).not.toContain('checked')
    expect(inputOf(`part:${part.number}`)).not.toContain('checked')
    expect(inputOf('2020-000001')).toContain('name="line-5"')
    expect(page.text).toMatch(/data-ticked-lines[^>]*>1 line</)
  })
})
