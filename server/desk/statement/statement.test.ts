import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import supertest from 'supertest'
import { describe, expect, test } from 'vitest'
import type { CheckoutBody } from '#shared/checkout.ts'
import { deskApiRoutes } from '#shared/desk-routes.ts'
import { runAdmin } from '../../testing/admin.ts'
import { describeOnBothEngines, describeOnSqlite } from '../../testing/databases.ts'
import { type DeskClient, deskAs, deskOptions } from '../../testing/desk.ts'
import { type TestShop, useShops } from '../../testing/shop.ts'
import { createToken } from '../sign-in/tokens.ts'
import { type Candidate, matchLines, noMatch, numbersIn } from './match.ts'
import { readBankFile } from './parse/read-file.ts'
import { readCents, readDay } from './parse/values.ts'
import { takeStatement } from './take-statement.ts'

const fixtures = {
  'no-header-amount-balance.csv': 'text/csv',
  'header-debit-credit.csv': 'text/csv',
  'header-signed-amount.csv': 'text/csv',
  'no-header-out-in-balance.csv': 'text/csv',
  'windows-1252.csv': 'text/csv',
  'ofx-1.ofx': 'application/x-ofx',
  'camt-053.xml': 'application/xml',
}

function fixture(name: string, number: string): Buffer {
  const bytes = readFileSync(join(import.meta.dirname, 'fixtures', name))
  return Buffer.from(bytes.toString('latin1').replaceAll('{number}', number), 'latin1')
}

const read = (text: string | Buffer, more: object = {}) =>
  readBankFile({ bytes: Buffer.from(text as string), account: null, columns: null, ...more })

describe('a bank’s file', () => {
  test.each(Object.keys(fixtures))('%s is read', async (name) => {
    const file = await read(fixture(name, '2026-000402'))
    expect(file).toMatchObject({
      days: ['2026-11-22', '2026-11-21', '2026-11-20'],
      amounts: [45_800, -4950, 12_000],
      texts: [
        expect.stringMatching(/QUOKKA.* 2026-000402/),
        expect.stringMatching(/CLOUD HOSTING,? DEMO/),
        expect.stringContaining('DEPOSIT BRANCH 003'),
      ],
    })
    if (name.startsWith('windows'))
      expect(file).toMatchObject({
        texts: [expect.stringContaining('CAFÉ'), '', ''].map((text) => text || expect.any(String)),
      })
  })

  test.each([
    ['22/11/2026,1.00,A\n21/13/2026,2.00,B\n', 1],
    ['Date,Amount,Description\n22/11/2026,1.00,A\n21/13/2026,2.00,B\n', 3],
    ['Date,Amount,Description\n22/11/2026,1.00,A\n22/11/2026,ten,B\n', 3],
    ['Date,Amount,Description\n22/11/2026,1.00,A\n22/11/2026,,B\n', 3],
    ['Date,Amount,Description\n22/11/2026,1.00,"A\n', 2],
    ['', 1],
    ['Date,Amount,Description\n', 1],
    ['\u0000\u0001\u0002', 1],
    ['<OFX><BANKTRANLIST></BANKTRANLIST></OFX>', 1],
    ['<OFX><STMTTRN><DTPOSTED>20261322<TRNAMT>1.00</STMTTRN></OFX>', 1],
    ['<Document><Other/></Document>', 1],
    ['<Document><BkTo', 1],
    ['<!DOCTYPE x [<!ENTITY a "b">]><Document>&a;</Document>', 1],
  ])('%j is refused with its line', async (text, line) => {
    expect(await read(text)).toMatchObject({ line: expect.any(Number), detail: expect.any(String) })
    const { line: told } = (await read(text)) as { line: number }
    if (line > 1) expect(told).toBe(line)
  })

  test('whose columns nobody can tell is shown with five rows, and read once they are named', async () => {
    const text = Array.from({ length: 9 }, (_, index) => `${index + 1}/11/2026,A${index},1.00,,2.00`).join(
      '\n',
    )
    const sample = { rows: Array.from({ length: 5 }, () => expect.any(Array)), guess: null }
    expect(await read(text)).toMatchObject({ sample })
    const columns = ['date', 'text', 'debit', 'ignore', 'credit']
    expect(await read(text, { columns })).toMatchObject({ amounts: Array(9).fill(100) })
    expect(await read(text, { columns, asksColumns: true })).toMatchObject({ amounts: Array(9).fill(100) })
  })

  test('whose columns are guessed is shown first to whoever asks', async () => {
    const text = 'Date,Amount,Description\n22/11/2026,1.00,A\n'
    expect(await read(text, { asksColumns: true })).toMatchObject({
      sample: {
        rows: [['Date', 'Amount', 'Description'], expect.any(Array)],
        guess: ['date', 'amount', 'text'],
      },
    })
  })

  test('has a hash for each line, which tells equal lines apart by their place', async () => {
    const line = '22/11/2026,1.00,A'
    const header = 'Date,Amount,Description'
    const hashes = async (lines: string[], account = 'a') =>
      ((await read([header, ...lines].join('\n'), { account })) as { hashes: string[] }).hashes
    const [first, second] = await hashes([line, line])
    expect(first).not.toBe(second)
    expect(await hashes(['23/11/2026,2.00,B', line, line])).toEqual([expect.any(String), first, second])
    expect(await hashes([line], 'b')).not.toContain(first)
  })

  test('has dates and amounts as banks write them', () => {
    for (const text of [
      '22/11/2026',
      '22-11-26',
      '22.11.2026',
      '22 Nov 2026',
      '22-Nov-26',
      '2026-11-22',
      '20261122',
      '20261122120000[+10:AEST]',
      '2026-11-22T10:00:00',
    ]) {
      expect([text, readDay(text)]).toEqual([text, '2026-11-22'])
    }
    for (const text of ['', '31/02/2026', '11/22/2026', 'Nov', '22/11', '1/1/1900']) {
      expect([text, readDay(text)]).toEqual([text, null])
    }
    for (const [text, cents] of [
      ['1,234.50', 123_450],
      ['+229.00', 22_900],
      ['-49.5', -4950],
      ['(49.50)', -4950],
      ['$89', 8900],
      ['49.50 DR', -4950],
      ['49.50CR', 4950],
      ['', null],
      ['1.234,50', null],
      ['1e3', null],
      ['12,34.50', null],
      ['(1.00', null],
    ] as const) {
      expect([text, readCents(text)]).toEqual([text, cents])
    }
  })
})

describe('matching', () => {
  const candidates: Candidate[] = [
    {
      number: '2026-000402',
      outstanding: 22_900,
      purchaseOrder: null,
      invoices: ['INV-000398'],
      names: ['Notional Theatre Trust'],
    },
    {
      number: '2026-000425',
      outstanding: 69_000,
      purchaseOrder: '4500-0117',
      invoices: ['INV-000411'],
      names: ['Nowhere Shire'],
    },
    {
      number: '2026-000419',
      outstanding: 45_800,
      purchaseOrder: 'FG/26-118',
      invoices: [],
      names: ['Fictional Grammar'],
    },
    { number: '2026-000409', outstanding: 8900, purchaseOrder: null, invoices: [], names: ['Figment Films'] },
    { number: '2026-000407', outstanding: 8900, purchaseOrder: null, invoices: [], names: ['Figment Films'] },
  ]

  test.each([
    ['NOTIONAL THEATRE 2026 402', 22_900, 'matched', ['2026-000402'], 'reference'],
    ['pay 2026000402 thanks', 22_900, 'matched', ['2026-000402'], 'reference'],
    ['2026-0402', 22_900, 'matched', ['2026-000402'], 'reference'],
    ['DIRECT CREDIT NOWHERE SHIRE 4500-0117', 69_000, 'matched', ['2026-000425'], 'purchase_order'],
    ['4500 117', 69_000, 'matched', ['2026-000425'], 'purchase_order'],
    ['INV 398', 22_900, 'matched', ['2026-000402'], 'invoice'],
    ['inv-000398', 22_900, 'matched', ['2026-000402'], 'invoice'],
    ['FICTIONAL GRAMMAR FG26118', 44_000, 'wrong_amount', ['2026-000419'], 'purchase_order'],
    ['INTERNET TRANSFER FIGMENT', 8900, 'several', ['2026-000409', '2026-000407'], 'name'],
    ['OSKO FICTIONAL', 45_800, 'matched', ['2026-000419'], 'name'],
    ['OSKO FICTIONAL', 45_700, 'none', [], null],
    ['2026-000402', -22_900, 'none', [], null],
    ['12026 4021', 22_900, 'none', [], null],
    ['STRIPE PAYOUT', 110_420, 'none', [], null],
  ] as const)('%s for %i is %s', (text, amount, state, orders, by) => {
    expect(matchLines({ texts: [text], amounts: [amount] }, candidates)).toMatchObject([
      { state, orders: [...orders], by },
    ])
  })

  test.each([
    ['NOTIONAL THEATRE 2026 402', 22_900, '2026 402'],
    ['pay 2026000402 thanks', 22_900, '2026000402'],
    ['DIRECT CREDIT NOWHERE SHIRE 4500-0117', 69_000, '4500-0117'],
    ['thé café 4500-0117', 69_000, '4500-0117'],
    ['OSKO FICTIONAL', 45_800, 'FICTIONAL'],
    ['INTERNET TRANSFER FIGMENT FILMS', 8900, 'FIGMENT FILMS'],
  ])('%s says where it names the order', (text, amount, named) => {
    const [match] = matchLines({ texts: [text], amounts: [amount] }, candidates)
    expect(text.slice(...(match?.said ?? []))).toBe(named)
  })

  test('of nothing says nothing', () => {
    expect(matchLines({ texts: ['STRIPE PAYOUT'], amounts: [100] }, candidates)).toEqual([noMatch])
  })

  test('takes an order in full once', () => {
    const texts = ['2026 402', '2026 402']
    const states = matchLines({ texts, amounts: [22_900, 22_900] }, candidates).map(({ state }) => state)
    expect(states).toEqual(['matched', 'wrong_amount'])
  })

  test('finds the numbers that closed orders may have', () => {
    expect(numbersIn(['pay 2026 7', '2026000012', 'x 1999 2'])).toEqual(['2026-000007', '2026-000012'])
  })
})

describeOnBothEngines('a statement at the desk', (databases) => {
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
    const drop = (bytes: string | Buffer, type = 'text/csv', query = '?account=main') =>
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
  const csv = (...lines: string[]) => `Date,Amount,Description\r\n${lines.join('\r\n')}\r\n`

  test('is booked once for good, however often and in whatever overlap its lines come', async () => {
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
        { n: 1, date: '2026-11-20', amount: 45_800, state: 'matched', orders: [one.number], by: 'reference' },
        { n: 2, state: 'matched', orders: [two.number] },
        { n: 3, amount: -4950, state: 'none', orders: [] },
      ],
    })
    const first = [{ n: 1, order: one.number, as: 'full' }]
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
        { n: 2, order: one.number },
        { n: 1, order: two.number },
      ]),
    ).toMatchObject({
      booked: 1,
      orders: [two.number],
      already: [2],
    })
    const { body: later } = await desk.get(`${deskApiRoutes.statement}/${body.id}`).expect(200)
    expect(later.lines.map(({ state }: { state: string }) => state)).toEqual(['already', 'already', 'none'])
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
      left: { lines: 3, amount: -600 },
    }
    expect(body).toMatchObject({ from: '2026-11-19', to: '2026-11-22', totals })
    expect(Object.keys(body.awaited).sort()).toEqual([one.number, two.number].sort())
    expect(body.awaited[one.number]).toMatchObject({ outstanding: 45_800, buyer: expect.any(String) })

    const part = async (query: string) =>
      (await desk.get(`${deskApiRoutes.statementOf(body.id)}?${query}`).expect(200)).body
    const first = await part('each=1')
    expect(first.lines.map(({ n }: { n: number }) => n)).toEqual([1, 2, 6])
    expect(first.totals).toEqual(totals)
    const further = await part('each=1&after=2')
    expect(further.lines.map(({ n }: { n: number }) => n)).toEqual([1, 3, 6])
    await desk.get(`${deskApiRoutes.statementOf(body.id)}?each=0`).expect(422)
    const { statements } = (await desk.get(deskApiRoutes.statement).expect(200)).body
    expect(statements).toMatchObject([{ id: body.id, account: 'main', lines: 6, who: 'casey@example.com' }])
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
      'wrong_amount',
    ])
    const result = await confirm(desk, body.id, [
      { n: 1, order: part.number, as: 'full' },
      { n: 1, order: part.number, as: 'part' },
      { n: 2, order: paid.number },
      { n: 3, order: paid.number, as: 'credit' },
      { n: 4, order: lapsed.number },
      { n: 5, order: part.number, as: 'part' },
      { n: 9, order: part.number },
    ])
    expect(result).toMatchObject({
      booked: 4,
      already: [],
      failed: [
        { n: 1, detail: expect.stringContaining('waits for $458.00, not $440.00') },
        { n: 5, detail: expect.stringContaining('was placed on') },
        { n: 9, detail: expect.any(String) },
      ],
    })
    const look = async ({ id }: { id: string }) => (await desk.get(deskApiRoutes.order(id)).expect(200)).body
    expect(await look(part)).toMatchObject({ status: 'pending', outstanding: 1800 })
    expect(await look(paid)).toMatchObject({ status: 'paid', credit: 45_800 })
    expect(await look(lapsed)).toMatchObject({ status: 'paid' })
  })

  test('takes nothing of a file that it can’t read, and remembers columns once a line is booked', async () => {
    const { shop, desk, clock, drop } = await openDesk()
    const { number } = await place(shop)
    clock.now += 5 * 24 * 3_600_000
    const { db } = shop.ctx.database
    const bad = await drop(`${csv(`22/11/2026,458.00,${number}`)}21/13/2026,1.00,X\r\n`).expect(422)
    expect(bad.body).toMatchObject({ code: 'statement_unreadable', line: 3 })
    expect(await db.selectFrom('statement_lines').select('n').execute()).toEqual([])

    const odd = `22/11/2026,${number},1.00,,458.00\n21/11/2026,B,1.00,,2.00\n`
    const unknown = await drop(odd).expect(422)
    expect(unknown.body).toMatchObject({
      code: 'columns_unknown',
      rows: [['22/11/2026', number, '1.00', '', '458.00'], expect.any(Array)],
    })
    await drop(odd, 'text/csv', '?account=main&columns=date,words').expect(422)
    const named = await drop(odd, 'text/csv', '?account=main&columns=date,text,ignore,ignore,credit').expect(
      201,
    )
    await drop(odd).expect(422)
    await confirm(desk, named.body.id, [{ n: 1, order: number }])
    await drop(odd).expect(201)
    await drop(odd, 'text/csv', '?account=other').expect(422)
    await drop(csv('22/11/2026,1.00,C')).expect(201)
    await drop('{}', 'application/json').expect(415)
    await desk.get(`${deskApiRoutes.statement}/stm_none`).expect(404)
  })

  test.each(Object.entries(fixtures))('comes as %s, by the command line too', async (name, type) => {
    const { shop, clock, drop } = await openDesk()
    const { number } = await place(shop)
    clock.now += 5 * 24 * 3_600_000
    const bytes = fixture(name, number)
    const { body } = await drop(bytes, type).expect(201)
    expect(body.lines).toMatchObject([
      { state: 'matched', orders: [number] },
      { state: 'none' },
      { state: 'none' },
    ])
    const file = join(mkdtempSync(join(tmpdir(), 'bank-')), name)
    writeFileSync(file, bytes)
    const ran = await runAdmin(shop.environment, 'statement', file, '--account', 'main', '--json')
    expect(JSON.parse(ran.stdout).lines).toEqual(body.lines)
  })
})

describeOnSqlite('a long statement', (databases) => {
  const openShop = useShops(databases)

  test('of 20,000 lines is read without holding up others', async () => {
    const shop = await openShop(await deskOptions())
    const lines = Array.from(
      { length: 20_000 },
      (_, index) => `22/11/2026,${index + 1}.00,"PAYMENT ${index} OF SOMEBODY"`,
    )
    const bytes = Buffer.from(`Date,Amount,Description\n${lines.join('\n')}\n`)
    let turns = 0
    const counting = setInterval(() => {
      turns += 1
    }, 1)
    const read = await takeStatement(shop.ctx, { bytes, account: null, columns: null, who: 'test' })
    clearInterval(counting)
    expect(read.lines).toHaveLength(20_000)
    // Each stored batch takes at least one turn.
    expect(turns).toBeGreaterThan(50)
  })
})
