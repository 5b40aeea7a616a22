import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import supertest from 'supertest'
import { expect, test } from 'vitest'
import type { CheckoutBody } from '#shared/orders/checkout.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { runAdmin } from '../../testing/support/admin.ts'
import { describeOnEitherEngine, onBoth } from '../../testing/support/databases.ts'
import { cookieOf, type DeskClient, deskAs, deskOptions } from '../../testing/support/desk.ts'
import { type TestShop, useShops } from '../../testing/support/shop.ts'
import { createToken } from '../sign-in/tokens.ts'
import { fixture, fixtures } from './fixtures/fixtures.ts'

describeOnEitherEngine('a statement at the desk', (databases) => {
  const openShop = useShops(databases)

  async function openDesk() {
    const clock = { now: Date.parse('2026-11-18T02:00:00Z') }
    const shop = await openShop(await deskOptions({ clock: () => new Date(clock.now) }))
    const desk = await deskAs(shop, 'books')
    const { token } = await createToken(
      shop.ctx.database.db,
      { email: 'casey@example.com', who: 'test' },
      { now: shop.ctx.clock(), random: shop.ctx.random },
    )
    const drop = (bytes: string | Buffer, type = 'text/csv', query = '?newAccount=main') =>
      supertest(shop.app)
        .post(`${deskApiRoutes.statement}${query}`)
        .set({ Authorization: `Bearer ${token}`, 'Content-Type': type })
        .send(type === 'text/csv' && typeof bytes === 'string' ? bytes : bytes)
    return { shop, desk, clock, drop }
  }

  async function place(shop: TestShop, change: Partial<CheckoutBody> = {}) {
    const { body } = await shop.checkOut({ paymentMethod: 'invoice', ...change }).expect(201)
    return body.order as { id: string; number: string }
  }

  const confirm = async (desk: DeskClient, id: string, lines: object[]) =>
    (await desk.post(`${deskApiRoutes.statement}/${id}/confirm`, { lines }).expect(200)).body
  /** Money in has a sign, or the file would be asked about. */
  const csv = (...lines: string[]) =>
    `Date,Amount,Description\r\n${lines.map((line) => line.replace(/,(?=\d)/, ',+')).join('\r\n')}\r\n`

  test('is booked once for good, however often and in whatever overlap its lines come', onBoth, async () => {
    const { shop, desk, clock, drop } = await openDesk()
    const [one, two] = [await place(shop), await place(shop)]
    clock.now += 5 * 24 * 3_600_000
    const lines = [
      `20/11/2026,458.00,Q ${one.number}`,
      `21/11/2026,458.00,Q ${two.number}`,
      '22/11/2026,-49.50,HOSTING',
    ]
    const { body } = await drop(csv(...lines)).expect(201)
    expect(body).toMatchObject({
      account: 'main',
      lines: [
        {
          n: 2,
          date: '2026-11-20',
          amount: 45_800,
          state: 'matched',
          orders: [one.number],
          by: 'reference',
        },
        { n: 3, state: 'matched', orders: [two.number] },
        { n: 4, amount: -4950, state: 'none', orders: [] },
      ],
    })
    const first = [{ n: 2, order: one.number, as: 'full' }]
    const results = await Promise.all([confirm(desk, body.id, first), confirm(desk, body.id, first)])
    expect(results.map(({ booked }) => booked).sort()).toEqual([0, 1])
    expect(results.map(({ already }) => already.length).sort()).toEqual([0, 1])
    const order = (await desk.get(deskApiRoutes.order(one.id)).expect(200)).body
    expect(order).toMatchObject({
      status: 'paid',
      payments: [
        {
          amount: 45_800,
          date: '2026-11-19T13:00:00.000Z',
          reference: `Q ${one.number}`,
          who: 'casey@example.com',
        },
      ],
    })

    const again = (await drop(csv(lines[1] as string, lines[0] as string)).expect(201)).body
    expect(again.lines).toMatchObject([{ state: 'matched' }, { state: 'already', orders: [one.number] }])
    expect(
      await confirm(desk, again.id, [
        { n: 3, order: one.number },
        { n: 2, order: two.number },
      ]),
    ).toMatchObject({
      booked: 1,
      orders: [two.number],
      already: [3],
    })
    const { body: later } = await desk.get(`${deskApiRoutes.statement}/${body.id}`).expect(200)
    expect(later.lines.map(({ state }: { state: string }) => state)).toEqual(['already', 'already', 'none'])
  })

  test('offers a line that was taken back for another order, and never for the same by itself', async () => {
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
    expect((await desk.get(deskApiRoutes.order(right.id)).expect(200)).body).toMatchObject({ status: 'paid' })
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

  test('is booked once under any spelling of its account, which nobody names twice', onBoth, async () => {
    const { shop, desk, clock, drop } = await openDesk()
    const { number } = await place(shop)
    clock.now += 5 * 24 * 3_600_000
    const lines = csv(`20/11/2026,458.00,Q ${number}`)
    const spelled = (field: string, name: string) =>
      drop(lines, 'text/csv', `?${field}=${encodeURIComponent(name)}`)
    const mistyped = await spelled('account', 'Épargne').expect(422)
    expect(mistyped.body).toMatchObject({ code: 'account_unknown', accounts: [], number: null })
    await spelled('newAccount', ' - ').expect(422)
    const { body } = await spelled('newAccount', 'Épargne 1').expect(201)
    expect(await confirm(desk, body.id, [{ n: 2, order: number }])).toMatchObject({ booked: 1 })
    for (const field of ['account', 'newAccount']) {
      const { body: again } = await spelled(field, 'EPARGNE-1').expect(201)
      expect(again).toMatchObject({ account: 'Épargne 1', lines: [{ state: 'already', orders: [number] }] })
      const credit = [{ n: 2, order: number, as: 'credit' }]
      expect(await confirm(desk, again.id, credit)).toMatchObject({ booked: 0, already: [2] })
    }
    const { accounts, last } = (await desk.get(deskApiRoutes.statement).expect(200)).body
    expect({ accounts, last }).toMatchObject({
      accounts: [{ name: 'Épargne 1', statements: 3 }],
      last: 'Épargne 1',
    })
    expect((await spelled('account', 'other').expect(422)).body.accounts).toEqual(['Épargne 1'])
  })

  test('is booked once as CSV, OFX or CAMT.053 of its account, which is found by its number once it is known', async () => {
    const { shop, desk, clock, drop } = await openDesk()
    const { number } = await place(shop)
    clock.now += 5 * 24 * 3_600_000
    const lines = csv(`22/11/2026,458.00,Quokka Ck PS ${number}`)
    const { body: typed } = await drop(lines, 'text/csv', '?newAccount=everyday').expect(201)
    expect(await confirm(desk, typed.id, [{ n: 2, order: number }])).toMatchObject({ booked: 1 })
    clock.now += 1000
    await drop(csv('22/11/2026,1.00,Other'), 'text/csv', '?newAccount=savings').expect(201)
    const ofx = fixture('ofx-1.ofx', number)
    const asked = (await drop(ofx, 'application/x-ofx', '').expect(422)).body
    expect(asked).toMatchObject({
      ...{ code: 'account_unknown', detail: 'Which account has the number 12340417?' },
      ...{ number: '12340417', accounts: ['everyday', 'savings'] },
    })
    const already = { account: 'everyday', lines: [{ state: 'already', orders: [number] }, {}, {}] }
    expect((await drop(ofx, 'application/x-ofx', '?account=everyday').expect(201)).body).toMatchObject(
      already,
    )
    const camt = fixture('camt-053.xml', number)
    expect((await drop(camt, 'application/xml', '').expect(201)).body).toMatchObject(already)
    const credit = [{ n: 1, order: number, as: 'credit' }]
    const { body: own } = await drop(ofx, 'application/x-ofx', '').expect(201)
    expect(await confirm(desk, own.id, credit)).toMatchObject({ booked: 0, already: [1] })
    // A CSV is of the last CSV's account.
    expect((await drop(lines, 'text/csv', '').expect(201)).body).toMatchObject({ account: 'savings' })

    const folder = mkdtempSync(join(tmpdir(), 'bank-'))
    const run = async (name: string, bytes: string | Buffer, ...args: string[]) => {
      writeFileSync(join(folder, name), bytes)
      return runAdmin(shop.environment, 'statement', join(folder, name), '--json', ...args)
    }
    expect(JSON.parse((await run('a.ofx', ofx)).stdout)).toMatchObject(already)
    const csvRun = await run('a.csv', lines, '--account', 'Everyday')
    expect(JSON.parse(csvRun.stdout)).toMatchObject({ account: 'everyday', lines: [{ state: 'already' }] })
  })

  test('asks whose a number is that somebody links to another account, by page and command line too', async () => {
    const { shop, desk, clock, drop } = await openDesk()
    const { db } = shop.ctx.database
    const { number } = await place(shop)
    clock.now += 5 * 24 * 3_600_000
    const ofx = fixture('ofx-1.ofx', number)
    await drop(ofx, 'application/x-ofx', '?newAccount=everyday').expect(201)
    const detail = '12340417 has been the number of everyday. Is it savings’s from now on?'
    const other = await drop(ofx, 'application/x-ofx', '?newAccount=savings').expect(422)
    // Nothing stays of a name whose file is refused.
    expect(other.body).toMatchObject({ code: 'account_unknown', detail, accounts: ['everyday'] })

    const cookie = await cookieOf(shop, 'books')
    const send = (fields: Record<string, string>, file?: Buffer) => {
      const form = supertest(shop.app)
        .post(deskRoutes.statement)
        .set({ Cookie: cookie, Origin: shop.ctx.config.siteUrl })
      for (const [name, value] of Object.entries(fields)) form.field(name, value)
      return file ? form.attach('file', file, 'bank.ofx') : form
    }
    const savings = { account: '+', newAccount: 'savings' }
    const { headers } = await send(savings, ofx).expect(303)
    const { text } = await supertest(shop.app)
      .get(String(headers.location))
      .set({ Cookie: cookie })
      .expect(200)
    expect(text).toContain(detail)
    expect(text).toMatch(/name="number" value="12340417".*<option>everyday<.*<option value="\+" selected=""/s)
    const [, upload = ''] = /name="upload" value="([^"]+)"/.exec(text) ?? []
    await send({ account: '+', newAccount: ' ', upload }).expect(422)
    const read = await send({ ...savings, upload, number: '12340417' }).expect(303)
    expect(read.headers.location).toMatch(/^\/desk\/statement\/stm_/)
    expect((await drop(ofx, 'application/x-ofx', '').expect(201)).body.account).toBe('savings')

    const file = join(mkdtempSync(join(tmpdir(), 'bank-')), 'bank.ofx')
    writeFileSync(file, ofx)
    const run = (...args: string[]) => runAdmin(shop.environment, 'statement', file, ...args)
    const said =
      'Say --account "everyday", or --account "savings", or --new-account NAME, with --number "12340417".'
    expect((await run('--account', 'everyday')).stderr).toContain(said)
    const back = await run('--account', 'everyday', '--number', '1234 0417')
    expect(back.stdout).toMatch(/^Account everyday\n/)
    const known = (await desk.get(deskApiRoutes.statement).expect(200)).body
    expect(known.last).toBe(null)

    const [everyday, named] = known.accounts.map(({ id }: { id: string }) => `/api/desk/accounts/${id}`)
    const renamed = await desk.post(`${everyday}/rename`, { name: 'Everyday 1' }).expect(200)
    expect(renamed.body.accounts).toMatchObject([{ name: 'Everyday 1', statements: 2 }, {}])
    await desk.post(`${named}/rename`, { name: 'everyday-1' }).expect(422)
    await desk.post(`${named}/rename`, { name: '--' }).expect(422)
    const stays = await desk.post(`${everyday}/remove`).expect(422)
    expect(stays.body.detail).toBe('Everyday 1 has statements, so it stays.')
    await db
      .insertInto('bank_accounts')
      .values({ id: 'acc_1', name: 'new', key: 'new', created_at: '' })
      .execute()
    await db.insertInto('bank_account_numbers').values({ number: '77', account_id: 'acc_1' }).execute()
    const gone = await runAdmin(shop.environment, 'accounts', 'remove', 'New')
    expect(gone).toMatchObject({ status: 0, stdout: 'new is removed.\n' })
    await desk.post('/api/desk/accounts/acc_1/remove').expect(422)
    const { entries } = (await desk.get(deskApiRoutes.audit).expect(200)).body
    const changed = entries.filter(({ act }: { act: string }) => act.startsWith('account.'))
    expect(changed).toMatchObject([
      { act: 'account.removed', before: { account: 'new' } },
      { act: 'account.renamed', before: { account: 'everyday' }, after: { account: 'Everyday 1' } },
    ])
  })

  test('is of one account, however many name it or its number at once', onBoth, async () => {
    const { shop, drop } = await openDesk()
    const { db } = shop.ctx.database
    const lines = csv('22/11/2026,1.00,A')
    const same = await Promise.all([1, 2, 3].map(() => drop(lines, 'text/csv', '?newAccount=main')))
    expect(same.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(await db.selectFrom('bank_accounts').select('name').execute()).toHaveLength(1)
    const ofx = fixture('ofx-1.ofx', 'RENT')
    const apart = await Promise.all(
      ['a', 'b', 'c'].map((name) => drop(ofx, 'application/x-ofx', `?newAccount=${name}`)),
    )
    expect(apart.map(({ status }) => status).toSorted()).toEqual([201, 422, 422])
    expect(await db.selectFrom('bank_account_numbers').selectAll().execute()).toHaveLength(1)
  })

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
        { state: 'several', orders: [two.number], by: 'name' },
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
    const named = ({ number }: { number: string }) =>
      `<span class="Number">${number}</span> of Ada Byron ($458.00)`
    expect(page.text).toContain(`Pay ${named(one)} and ${named(two)}`)
    expect(page.text).toContain('$458.00, the rest stays as credit')

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
      ...{ status: 'paid', outstanding: 0, credit: 0 },
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

  test('takes nothing of an unreadable file, and remembers columns of a booked line', onBoth, async () => {
    const { shop, desk, clock, drop } = await openDesk()
    const { number } = await place(shop)
    clock.now += 5 * 24 * 3_600_000
    const { db } = shop.ctx.database
    const bad = await drop('<Document/>', 'application/xml').expect(422)
    expect(bad.body).toMatchObject({ code: 'statement_unreadable', line: 1 })
    expect(await db.selectFrom('statement_lines').select('n').execute()).toEqual([])

    const odd = `22/11/2026,${number},1.00,,458.00\n21/11/2026,B,1.00,,2.00\n`
    const unknown = await drop(odd).expect(422)
    expect(unknown.body).toMatchObject({
      code: 'columns_unknown',
      rows: [['22/11/2026', number, '1.00', '', '458.00'], expect.any(Array)],
    })
    await drop(odd, 'text/csv', '?newAccount=main&columns=date,words').expect(422)
    const named = await drop(
      odd,
      'text/csv',
      '?newAccount=main&columns=date,text,ignore,ignore,credit',
    ).expect(201)
    await drop(odd).expect(422)
    await confirm(desk, named.body.id, [{ n: 1, order: number }])
    await drop(odd, 'text/csv', '?account=Main').expect(201)
    await drop(odd).expect(201)
    await drop(odd, 'text/csv', '?newAccount=other').expect(422)
    await drop(csv('22/11/2026,1.00,C')).expect(201)
    await drop('{}', 'application/json').expect(415)
    await desk.get(`${deskApiRoutes.statement}/stm_none`).expect(404)
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
        { state: 'none', orders: [], reason: 'not_booked' },
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

  test('has equal lines that each count once', onBoth, async () => {
    const { shop, desk, clock, drop } = await openDesk()
    const { number } = await place(shop)
    clock.now += 5 * 24 * 3_600_000
    const line = '22/11/2026,100.00,SAME'
    const book = async (bytes: string) => {
      const { body } = await drop(bytes).expect(201)
      const lines = body.lines.map(({ n }: { n: number }) => ({ n, order: number, as: 'part' }))
      return (await confirm(desk, body.id, lines)).booked
    }
    expect(await book(csv(line, line))).toBe(2)
    expect(await book(csv('23/11/2026,1.00,OTHER', line, line, line))).toBe(2)
  })

  test('is of its own account in a file of several, and equal lines of two both count', async () => {
    const { shop, desk, clock, drop } = await openDesk()
    const [one, two] = [await place(shop), await place(shop)]
    clock.now += 5 * 24 * 3_600_000
    const camt = fixture('camt-053.xml', 'RENT').toString()
    const [part = ''] = /<Stmt>.*<\/Stmt>/s.exec(camt) ?? []
    const both = camt.replace(part, part + part.replace('12340417', '99'))
    const ask = (query: string) => drop(both, 'application/xml', query)
    // No number is linked by a name that may be of either.
    expect((await ask('?newAccount=everyday').expect(422)).body).toMatchObject({ number: '12340417' })
    const next = (await ask('?newAccount=everyday&number=12340417').expect(422)).body
    expect(next).toMatchObject({ number: '99', accounts: ['everyday'] })
    const { body } = await ask('?newAccount=savings').expect(201)
    expect(body).toMatchObject({ account: 'everyday, savings', lines: { length: 6 } })
    expect(body.lines[3]).toMatchObject({ n: 4, account: 'savings', amount: 45_800 })
    const as = 'full'
    expect(
      await confirm(desk, body.id, [
        { n: 1, order: one.number, as },
        { n: 4, order: two.number, as },
      ]),
    ).toMatchObject({ booked: 2 })
    const { body: second } = await drop(camt.replace('12340417', '99'), 'application/xml', '').expect(201)
    expect(second).toMatchObject({
      account: 'savings',
      lines: [{ state: 'already', orders: [two.number], account: null }, {}, {}],
    })
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
    const both = await run('--book', '--book', `4=${Number(three.number.slice(5))}:credit`)
    expect(both).toMatchObject({ status: 0, stdout: expect.stringContaining('2 lines are booked.') })
    expect((await run('--book', `4=${two.number}:part`)).stdout).toContain('Line 4 was booked before.')
    const look = async ({ id }: { id: string }) => (await desk.get(deskApiRoutes.order(id)).expect(200)).body
    expect(await look(one)).toMatchObject({ status: 'paid' })
    expect(await look(two)).toMatchObject({ status: 'pending', outstanding: 1800 })
    expect(await look(three)).toMatchObject({ status: 'paid', credit: 4200 })
  })

  test('has no columns of another layout, and money that went out pays nothing', async () => {
    const { shop, desk, clock, drop } = await openDesk()
    const [one, two] = [await place(shop), await place(shop)]
    clock.now += 5 * 24 * 3_600_000
    const first = await drop(`Date,Text,Debit,Credit\n22/11/2026,${one.number},,458.00\n`).expect(201)
    expect(await confirm(desk, first.body.id, [{ n: 2, order: one.number }])).toMatchObject({ booked: 1 })
    const swapped = `Date,Text,Credit,Debit\n22/11/2026,${two.number},,458.00\n`
    const { body } = await drop(swapped).expect(201)
    expect(body).toMatchObject({
      decisions: {
        columns: ['date', 'text', 'credit', 'debit'],
        dates: 'dmy',
        decimal: '.',
        unsigned: 'in',
        out: null,
      },
      decided: ['Days come first.', 'Points are decimals.'],
      sample: {
        header: ['Date', 'Text', 'Credit', 'Debit'],
        rows: [['22/11/2026', two.number, '', '458.00']],
      },
      lines: [{ amount: -45_800, state: 'none' }],
    })
    const file = join(mkdtempSync(join(tmpdir(), 'bank-')), 'swapped.csv')
    writeFileSync(file, swapped)
    const ran = await runAdmin(
      shop.environment,
      'statement',
      file,
      '--new-account',
      'main',
      '--book',
      '--json',
    )
    expect(JSON.parse(ran.stdout)).toMatchObject({ confirmed: { booked: 0 } })
  })

  test('shows what couldn’t be read, and asks what no row tells, until a line is booked', async () => {
    const { shop, desk, clock, drop } = await openDesk()
    const { number } = await place(shop)
    clock.now += 5 * 24 * 3_600_000
    const first = `11/12/2026;+458,00;${number}\n11/12/2026;ten;B\n`
    const asked = (await drop(first).expect(422)).body
    expect(asked).toMatchObject({
      code: 'columns_unknown',
      detail: '“11/12/2026” is 11 December 2026 or 12 November 2026. Does the day come first, or the month?',
      guess: ['date', 'amount', 'text'],
      dates: null,
      decimal: ',',
      readings: [{ of: 'dates', text: '11/12/2026', ways: [{ value: 'dmy' }, { value: 'mdy' }] }],
    })
    await drop(first, 'text/csv', '?newAccount=main&dates=dm').expect(422)
    await drop(first, 'text/csv', '?newAccount=main&decimal=;').expect(422)
    clock.now += 30 * 24 * 3_600_000
    const { body } = await drop(first, 'text/csv', '?newAccount=main&dates=dmy').expect(201)
    expect(body).toMatchObject({
      decisions: {
        columns: ['date', 'amount', 'text'],
        dates: 'dmy',
        decimal: ',',
        unsigned: 'in',
        out: null,
      },
      decided: ['Days come first.', 'Commas are decimals.'],
      unread: [{ line: 2, text: '11/12/2026 ten B', reason: '“ten” isn’t an amount.' }],
      lines: [{ n: 1, date: '2026-12-11', amount: 45_800, state: 'matched' }],
    })
    const page = await supertest(shop.app)
      .get(deskRoutes.statementOf(body.id))
      .set({ Cookie: await cookieOf(shop, 'books') })
      .expect(200)
    expect(page.text).toMatch(/Days come first. Commas are decimals.*“ten” isn’t an amount/s)
    // A row of the second kind stands where the file has it.
    const mixed = `10/12/2026;-1,00;A\n11/12/2026;ten;B\n12/12/2026;-3,00;C\n`
    const { body: among } = await drop(mixed, 'text/csv', '?newAccount=main&dates=dmy').expect(201)
    const part = (await desk.get(`${deskApiRoutes.statementOf(among.id)}?each=2`).expect(200)).body
    expect(part).toMatchObject({ lines: [{ n: 1 }], unread: [{ line: 2 }], next: 2, totals: { unread: 1 } })
    const { text } = await supertest(shop.app)
      .get(deskRoutes.statementOf(among.id))
      .set({ Cookie: await cookieOf(shop, 'books') })
    expect(text).toMatch(/Left alone.*10\.? Dec.*“ten” isn’t an amount.*12\.? Dec/s)
    await drop(first).expect(422)
    await confirm(desk, body.id, [{ n: 1, order: number }])
    expect((await drop(first).expect(201)).body.lines).toMatchObject([{ state: 'already' }])
    const file = join(mkdtempSync(join(tmpdir(), 'bank-')), 'bank.csv')
    writeFileSync(file, first)
    const said = await runAdmin(shop.environment, 'statement', file, '--new-account', 'b', '--dates', 'mdy')
    expect(said.stdout).toMatch(
      /^Account b\nMonths come first. Commas are decimals.\n.*2026-11-12.*2 {2}Not read: “ten” isn’t/s,
    )
    const open = await runAdmin(shop.environment, 'statement', file, '--new-account', 'b')
    expect(open.stderr).toMatch(/ --(new-)?account "b" --columns date,amount,text --dates dmy --decimal ,/)
  })

  test('is read anew with columns that a person corrects, and they are kept', async () => {
    const { shop, desk, clock, drop } = await openDesk()
    const [one, two] = [await place(shop), await place(shop)]
    clock.now += 5 * 24 * 3_600_000
    const wrong = '?newAccount=main&columns=date,text,debit,credit'
    const right = '?newAccount=main&columns=date,text,credit,debit'
    const file = (text: string) =>
      `When,What,A,B\n22/11/2026,${text},3.00,\n21/11/2026,${one.number},,458.00\n`
    const first = await drop(file('X'), 'text/csv', wrong).expect(201)
    await confirm(desk, first.body.id, [{ n: 3, order: one.number }])
    const { body: taken } = await drop(file(two.number)).expect(201)
    expect(taken.lines).toMatchObject([{ amount: -300 }, { state: 'already' }])
    const page = await supertest(shop.app)
      .get(deskRoutes.statementOf(taken.id))
      .set({ Cookie: await cookieOf(shop, 'books') })
      .expect(200)
    expect(page.text).toMatch(/Wrong columns\?.*<option value="credit" selected="">.*name="file"/s)
    expect(page.text).toMatch(/>When<.*>What<.*>22\/11\/2026</s)
    const { body: corrected } = await drop(file(two.number), 'text/csv', right).expect(201)
    expect(corrected.lines).toMatchObject([{ amount: 300, state: 'wrong_amount' }, { amount: -45_800 }])
    expect((await drop(file('Y')).expect(201)).body.lines).toMatchObject([
      { amount: 300 },
      { amount: -45_800 },
    ])
    const other = 'When,What,B\n22/11/2026,X,3.00\n'
    await drop(other, 'text/csv', '?newAccount=main&columns=date,text,debit').expect(422)
  })

  test('comes in every form, by the command line too', async () => {
    const { shop, clock, drop } = await openDesk()
    const { number } = await place(shop)
    clock.now += 5 * 24 * 3_600_000
    const dir = mkdtempSync(join(tmpdir(), 'bank-'))
    for (const [name, type] of Object.entries(fixtures)) {
      const bytes = fixture(name, number)
      const { body } = await drop(bytes, type).expect(201)
      expect([name, body.lines]).toMatchObject([
        name,
        [{ state: 'matched', orders: [number] }, { state: 'none' }, { state: 'none' }],
      ])
      const file = join(dir, name)
      writeFileSync(file, bytes)
      const ran = await runAdmin(shop.environment, 'statement', file, '--new-account', 'main', '--json')
      expect(JSON.parse(ran.stdout).lines).toEqual(body.lines)
    }
  })
})
