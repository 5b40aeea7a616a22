import supertest from 'supertest'
import { expect, test } from 'vitest'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { describeOnEitherEngine } from '../../../testing/support/databases.ts'
import { cookieOf, deskAs } from '../../../testing/support/desk.ts'
import { confirm, csv, place, useStatements } from '../../../testing/support/statements.ts'
import { fixture } from '../fixtures/fixtures.ts'

describeOnEitherEngine('a statement with odd money', (databases) => {
  const openDesk = useStatements(databases)

  test('forgives what a bank kept, up to 2 % or 25.00, and books the whole sale', async () => {
    const { shop, desk, clock, drop } = await openDesk()
    const [one, two] = [await place(shop), await place(shop)]
    clock.now += 5 * 24 * 3_600_000
    const file = csv(`20/11/2026,433.00,${one.number}`, `20/11/2026,432.99,${two.number}`)
    const { body } = await drop(file).expect(201)
    const cookie = await cookieOf(shop, 'books')
    const page = await supertest(shop.app)
      .get(deskRoutes.statementOf(body.id))
      .set({ Cookie: cookie })
      .expect(200)
    expect(page.text).toContain(`value="fee:${one.number}"`)
    expect(page.text).toContain('forgive $25.00 as the bank’s fee')
    expect(page.text).not.toContain(`value="fee:${two.number}"`)
    const lines = [one, two].map(({ number }, index) => ({ n: index + 2, order: number, as: 'fee' }))
    const booked = await confirm(desk, body.id, lines)
    expect(booked).toMatchObject({
      booked: 1,
      failed: [{ n: 3, detail: expect.stringContaining('not $25.01') }],
    })
    const order = (await desk.get(deskApiRoutes.order(one.id)).expect(200)).body
    expect(order).toMatchObject({
      status: 'paid',
      outstanding: 0,
      credit: 0,
      payments: expect.arrayContaining([
        expect.objectContaining({ amount: 43_300, kind: 'payment' }),
        expect.objectContaining({ amount: 2500, kind: 'fee', reference: 'Bank fee' }),
      ]),
    })
    const owner = await deskAs(shop, 'owner')
    const preview = async (amount?: number) =>
      (await owner.post(deskApiRoutes.refunds(one.id), { ...(amount && { amount }) }).expect(422)).body
        .preview
    expect(await preview()).toMatchObject({ amount: 45_800, fee: 2500 })
    expect(await preview(43_300)).toMatchObject({ amount: 43_300, fee: 0 })
    const books = await desk
      .get(`${deskApiRoutes.booksCsv}?kind=payments&from=2026-11-01&to=2026-11-30`)
      .expect(200)
    expect(books.text).toMatch(/,payment,433\.00,AUD,,Paid,transfer,/)
    expect(books.text).toMatch(/,fee,25\.00,AUD,,Paid,transfer,Bank fee,/)
    for (const basis of ['cash', 'accrual']) {
      const path = `${deskApiRoutes.books}?from=2026-11-01&to=2026-11-30&basis=${basis}`
      expect(JSON.stringify((await desk.get(path).expect(200)).body)).toContain('45800')
    }
  })

  test('offers to keep money as credit if its order is paid, whatever number names it', async () => {
    const { shop, desk, clock, drop } = await openDesk()
    const order = await place(shop, { purchaseOrder: 'FG/26-118' })
    clock.now += 5 * 24 * 3_600_000
    const first = (await drop(csv(`19/11/2026,458.00,${order.number}`)).expect(201)).body
    await confirm(desk, first.id, [{ n: 2, order: order.number, as: 'full' }])
    const { documents } = (await desk.get(deskApiRoutes.order(order.id)).expect(200)).body
    const texts = [
      order.number,
      'PO FG26118',
      documents[0].number.replace('-', ' '),
      'ADA BYRON',
      'BYRON 458',
    ]
    const { body } = await drop(csv(...texts.map((text) => `20/11/2026,458.00,${text}`))).expect(201)
    const paid = { state: 'wrong_amount', orders: [order.number] }
    expect(body.lines).toMatchObject([
      { ...paid, by: 'reference' },
      { ...paid, by: 'purchase_order' },
      { ...paid, by: 'invoice' },
      { state: 'none' },
      { state: 'none' },
    ])
    expect(body.awaited[order.number]).toMatchObject({ outstanding: 0 })
    const credit = [{ n: 2, order: order.number, as: 'credit' }]
    expect(await confirm(desk, body.id, credit)).toMatchObject({ booked: 1, failed: [] })
    const { credit: kept } = (await desk.get(deskApiRoutes.order(order.id)).expect(200)).body
    expect(kept).toBe(45_800)
    const cookie = await cookieOf(shop, 'books')
    const page = await supertest(shop.app)
      .get(deskRoutes.statementOf(body.id))
      .set({ Cookie: cookie })
      .expect(200)
    expect(page.text).toContain('Paid already')
    expect(body.awaited[order.number].status).toBe('paid')
    expect(page.text).toContain(`value="credit:${order.number}"`)
  })

  test('matches no money in another currency, and nothing that the bank hasn’t booked, and books neither', async () => {
    const { shop, desk, clock, drop } = await openDesk()
    const order = await place(shop)
    clock.now += 5 * 24 * 3_600_000
    const line = (more: string) => `22/11/2026,+458.00,${order.number},${more}\n`
    const header = 'Date,Amount,Description,Currency,Status\n'
    const { body } = await drop(header + line('USD,Booked') + line('AUD,Pending')).expect(201)
    expect(body).toMatchObject({
      totals: { left: { lines: 2 } },
      lines: [
        { state: 'none', orders: [], currency: 'USD', reason: 'currency' },
        { state: 'held', orders: [], reason: null },
      ],
    })
    const page = await supertest(shop.app)
      .get(deskRoutes.statementOf(body.id))
      .set({ Cookie: await cookieOf(shop, 'books') })
      .expect(200)
    expect(page.text).toMatch(/In USD.*US.458\.00.*Not booked yet by the bank/s)
    expect(page.text).not.toContain('Give it one')
    const all = [2, 3].flatMap((n) =>
      ['full', 'part', 'credit'].map((as) => ({ n, order: order.number, as })),
    )
    const tried = await confirm(desk, body.id, all)
    expect(tried).toMatchObject({
      booked: 0,
      failed: [
        { n: 2, detail: `Line 2 is in USD, and order ${order.number} in AUD.` },
        {},
        {},
        { n: 3 },
        {},
        {},
      ],
    })
    const ofx = fixture('ofx-1.ofx', order.number).toString()
    const foreign = await drop(ofx.replace('CURDEF>AUD', 'CURDEF>USD'), 'application/x-ofx').expect(201)
    expect(foreign.body.lines).toMatchObject([
      { state: 'none', reason: 'currency' },
      { reason: 'money_out' },
      {},
    ])
    const later = await drop(header + line('AUD,Booked')).expect(201)
    expect(later.body.lines).toMatchObject([{ state: 'matched', orders: [order.number], reason: null }])
  })
})
