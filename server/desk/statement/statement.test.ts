import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import supertest from 'supertest'
import { describe, expect, test } from 'vitest'
import type { Day } from '#shared/calendar.ts'
import type { CheckoutBody } from '#shared/checkout.ts'
import { deskApiRoutes, deskRoutes } from '#shared/desk-routes.ts'
import { runAdmin } from '../../testing/admin.ts'
import { describeOnBothEngines } from '../../testing/databases.ts'
import { cookieOf, type DeskClient, deskAs, deskOptions } from '../../testing/desk.ts'
import { type TestShop, useShops } from '../../testing/shop.ts'
import { createToken } from '../sign-in/tokens.ts'
import { confirmStatement } from './confirm.ts'
import { type Candidate, matchLines, noMatch, numbersIn } from './match.ts'
import { readBankFile } from './parse/read-file.ts'
import { readCents, readDay } from './parse/values.ts'
import { listStatements, readStatement } from './read-statement.ts'
import { storeStatement } from './take-statement.ts'

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
  readBankFile({ bytes: Buffer.from(text as string), account: '', columns: null, ...more })

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

  test.each([
    ['PK\u0003\u0004\u0014', /^This is a spreadsheet/],
    [Buffer.from('d0cf11e0a1b11ae1', 'hex'), /^This is a spreadsheet/],
    ['%PDF-1.7\n1 0 obj', /^This is a PDF/],
    ['GIF89a\u0001\u0000', /^This is no text/],
  ])('%j isn’t asked for its columns', async (content, detail) => {
    const told = await read(content)
    expect(told).toMatchObject({ line: 1, sample: null, detail: expect.stringMatching(detail) })
    expect(told).toMatchObject({ detail: expect.stringContaining('Export the statement as CSV') })
  })

  test.each([
    'Account,062-000 1234\nPeriod,01/11/2026 to 30/11/2026\n\nDate,Description,Amount\n',
    'Statement of November, and of October, all of it\n"Date";"Description";"Amount"\n',
  ])('%j is read from its header on', async (start) => {
    const delimiter = start.includes(';') ? ';' : ','
    const row = (...cells: string[]) => `${cells.join(delimiter)}\n`
    const text = start + row('22/11/2026', 'QUOKKA', '1.00') + row('21/11/2026', 'ADA', '2.00')
    expect(await read(text)).toMatchObject({
      days: ['2026-11-22', '2026-11-21'],
      amounts: [100, 200],
      texts: ['QUOKKA', 'ADA'],
    })
    const wrong = start + row('22/11/2026', 'QUOKKA', 'ten')
    expect(await read(wrong)).toMatchObject({
      line: start.split('\n').length,
      detail: expect.stringContaining('ten'),
    })
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
    const [spelled] = await hashes([line], '062-000 1234ab')
    for (const account of ['0620001234AB', '062 000 1234-Ab'])
      expect(await hashes([line], account)).toEqual([spelled])
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
  const [placedOn, today] = ['2026-11-18', '2026-11-22'] as Day[] as [Day, Day]
  const onTheDay = (texts: string[], amounts: number[]) => ({
    texts,
    amounts,
    days: texts.map(() => today),
    today,
  })
  const candidates: Candidate[] = [
    {
      number: '2026-000402',
      outstanding: 22_900,
      placedOn,
      purchaseOrder: null,
      invoices: ['INV-000398'],
      names: ['Notional Theatre Trust'],
    },
    {
      number: '2026-000425',
      outstanding: 69_000,
      placedOn,
      purchaseOrder: '4500-0117',
      invoices: ['INV-000411'],
      names: ['Nowhere Shire'],
    },
    {
      number: '2026-000419',
      outstanding: 45_800,
      placedOn,
      purchaseOrder: 'FG/26-118',
      invoices: [],
      names: ['Fictional Grammar'],
    },
    {
      number: '2026-000409',
      outstanding: 8900,
      placedOn,
      purchaseOrder: null,
      invoices: [],
      names: ['Figment Films'],
    },
    {
      number: '2026-000407',
      outstanding: 8900,
      placedOn,
      purchaseOrder: null,
      invoices: [],
      names: ['Figment Films'],
    },
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
    ['OSKO FICTIONAL GRAMMAR', 45_800, 'several', ['2026-000419'], 'name'],
    ['OSKO FICTIONAL', 45_800, 'several', ['2026-000419'], 'name'],
    ['OSKO FICTIONAL GRAMMAR', 45_700, 'none', [], null],
    ['2026-000402', -22_900, 'none', [], null],
    ['12026 4021', 22_900, 'none', [], null],
    ['STRIPE PAYOUT', 110_420, 'none', [], null],
  ] as const)('%s for %i is %s', (text, amount, state, orders, by) => {
    expect(matchLines(onTheDay([text], [amount]), candidates)).toMatchObject([
      { state, orders: [...orders], by },
    ])
  })

  test.each([
    ['TRANSFER FROM HAZEL SMITH PLUMBING', ['Elif Hazel'], 'part'],
    ['TRANSFER FROM ELIF HAZEL', ['Elif Hazel'], 'whole'],
    ['Hazel, Élif M', ['Elif J. Hazel'], 'whole'],
    ['QUOKKA FILMS', ['Elif Hazel', 'Quokka Films Pty Ltd'], 'whole'],
    ['QUOKKA PTY LTD', ['Elif Hazel', 'Quokka Films Pty Ltd'], 'part'],
    ['QUOKKA PTY LTD', ['Elif Hazel', 'Quokka Pty Ltd'], 'part'],
    ['ELIF QUOKKA FILMS', ['Elif Hazel', 'Quokka Films GmbH'], 'whole'],
    ['HAZEL FILMS', ['Elif Hazel', 'Quokka Films'], 'part'],
    ['NOWHERE SCHOOL', ['Elif Hazel', 'Nowhere Primary School'], 'part'],
    ['SMITH PLUMBING LIMITED', ['Elif Hazel', 'Quokka Limited'], 'none'],
  ] as const)('%s of %j by amount has a name’s %s', (text, names, fit) => {
    const order = { outstanding: 8900, placedOn, purchaseOrder: null, invoices: [] }
    const [own, other] = ['2026-000402', '2026-000403']
    const [match] = matchLines(onTheDay([text], [8900]), [
      { ...order, number: own, names: [...names] },
      { ...order, number: other, names: [`${text} Elsewhere`] },
    ])
    const orders = { whole: [own], part: [own, other], none: [other] }[fit]
    expect(match).toMatchObject({ state: 'several', by: 'name' })
    expect(match?.orders.toSorted()).toEqual(orders)
  })

  test.each([
    ['NOTIONAL THEATRE 2026 402', 22_900, '2026 402'],
    ['pay 2026000402 thanks', 22_900, '2026000402'],
    ['DIRECT CREDIT NOWHERE SHIRE 4500-0117', 69_000, '4500-0117'],
    ['thé café 4500-0117', 69_000, '4500-0117'],
    ['OSKO FICTIONAL', 45_800, 'FICTIONAL'],
    ['INTERNET TRANSFER FIGMENT FILMS', 8900, 'FIGMENT FILMS'],
  ])('%s says where it names the order', (text, amount, named) => {
    const [match] = matchLines(onTheDay([text], [amount]), candidates)
    expect(text.slice(...(match?.said ?? []))).toBe(named)
  })

  test('of nothing says nothing', () => {
    expect(matchLines(onTheDay(['STRIPE PAYOUT'], [100]), candidates)).toEqual([noMatch])
  })

  test('offers an order that waits before a paid one of the same purchase order', () => {
    const order = { placedOn, purchaseOrder: '4500-0117', invoices: [], names: [] }
    const orders = [
      { ...order, number: '2026-000001', outstanding: 0 },
      { ...order, number: '2026-000002', outstanding: 8900 },
    ]
    const [match] = matchLines(onTheDay(['PO 4500 117'], [8900]), orders)
    expect(match).toMatchObject({ state: 'several', orders: ['2026-000002', '2026-000001'] })
  })

  test('leaves it open whether money is for the paid order of the number or for the name’s', () => {
    const order = { placedOn, purchaseOrder: null, invoices: [] }
    const orders = [
      { ...order, number: '2026-000001', outstanding: 0, names: [] },
      { ...order, number: '2026-000002', outstanding: 8900, names: ['Elif Hazel'] },
    ]
    const [match] = matchLines(onTheDay(['ELIF HAZEL 2026 1'], [8900]), orders)
    expect(match).toMatchObject({ state: 'several', orders: ['2026-000001', '2026-000002'] })
  })

  test('matches no day before the order’s or in the future, and leaves the order to other lines', () => {
    const days = ['2026-11-17', '2026-11-23', '2026-11-18', '2026-11-17'] as Day[]
    const texts = ['2026 402', '2026 402', '2026 402', 'FICTIONAL GRAMMAR']
    const amounts = [22_900, 22_900, 22_900, 45_800]
    const states = matchLines({ texts, amounts, days, today }, candidates).map(({ state }) => state)
    expect(states).toEqual(['wrong_date', 'wrong_date', 'matched', 'wrong_date'])
  })

  test('offers no choice that booking would refuse', () => {
    const days = ['2026-11-17', '2026-11-18', '2026-11-17'] as Day[]
    const dated = candidates.map((candidate, index) => ({
      ...candidate,
      placedOn: (index === 0 ? '2026-11-18' : '2026-11-10') as Day,
    }))
    const [first = '', second = ''] = dated.map(({ number }) => number)
    const texts = [`${first} ${second}`, `${first} ${second}`, `${first} ${first}`]
    const amounts = [100, 100, 100]
    expect(matchLines({ texts, amounts, days, today }, dated)).toMatchObject([
      { state: 'several', orders: [second] },
      { state: 'several', orders: [first, second] },
      { state: 'wrong_date', orders: [first] },
    ])
  })

  test('takes an order in full once', () => {
    const texts = ['2026 402', '2026 402']
    const states = matchLines(onTheDay(texts, [22_900, 22_900]), candidates).map(({ state }) => state)
    expect(states).toEqual(['matched', 'wrong_amount'])
  })

  test('finds the numbers that closed orders may have', () => {
    expect(numbersIn(['pay 2026 7', '2026000012', 'x 1999 2', 'inv 398, INV-000411', 'INVOICE 7'])).toEqual({
      orders: ['2026-000007', '2026-000012'],
      invoices: ['INV-000398', 'INV-000411'],
    })
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
        { n: 2, date: '2026-11-20', amount: 45_800, state: 'matched', orders: [one.number], by: 'reference' },
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

  test('books no line that is dated before its order, or ahead', async () => {
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

  test('is booked once under any spelling of its account', async () => {
    const { shop, desk, clock, drop } = await openDesk()
    const { number } = await place(shop)
    clock.now += 5 * 24 * 3_600_000
    const lines = csv(`20/11/2026,458.00,Q ${number}`)
    const spelled = (account: string) => drop(lines, 'text/csv', `?account=${encodeURIComponent(account)}`)
    const { body } = await spelled('062-000 1234').expect(201)
    expect(await confirm(desk, body.id, [{ n: 2, order: number }])).toMatchObject({ booked: 1 })
    const { body: named } = await spelled('Épargne').expect(201)
    const { body: same } = await spelled('EPARGNE').expect(201)
    expect(await confirm(desk, named.id, [{ n: 2, order: number, as: 'credit' }])).toMatchObject({
      booked: 1,
    })
    expect(await confirm(desk, same.id, [{ n: 2, order: number, as: 'credit' }])).toMatchObject({
      already: [2],
    })
    const { body: again } = await spelled('0620001234').expect(201)
    expect(again.lines).toMatchObject([{ state: 'already', orders: [number] }])
    const credit = [{ n: 2, order: number, as: 'credit' }]
    expect(await confirm(desk, again.id, credit)).toMatchObject({ booked: 0, already: [2] })
  })

  test('is booked once in one account, whoever names it, by desk or command line', async () => {
    const { shop, desk, clock, drop } = await openDesk()
    const [one, two] = [await place(shop), await place(shop)]
    clock.now += 5 * 24 * 3_600_000
    const folder = mkdtempSync(join(tmpdir(), 'bank-'))
    const bookOfCommandLine = async (name: string, bytes: string | Buffer, ...args: string[]) => {
      writeFileSync(join(folder, name), bytes)
      const command = ['statement', join(folder, name), '--json', ...args]
      return JSON.parse((await runAdmin(shop.environment, ...command)).stdout)
    }
    const lines = csv(`20/11/2026,458.00,Q ${one.number}`)
    const { body } = await drop(lines, 'text/csv', '?account=everyday').expect(201)
    expect(await confirm(desk, body.id, [{ n: 2, order: one.number }])).toMatchObject({ booked: 1 })
    const again = await bookOfCommandLine('bank.csv', lines)
    expect(again).toMatchObject({ account: 'everyday', lines: [{ state: 'already' }] })

    const ofx = fixture('ofx-1.ofx', two.number)
    const { body: own } = await drop(ofx, 'application/x-ofx', '?account=everyday').expect(201)
    expect(own).toMatchObject({ account: '12340417', lines: [{ n: 1 }, { n: 2 }, { n: 3 }] })
    expect(await confirm(desk, own.id, [{ n: 1, order: two.number }])).toMatchObject({ booked: 1 })
    for (const args of [[], ['--account', 'savings']]) {
      const other = await bookOfCommandLine('bank.ofx', ofx, ...args)
      expect(other).toMatchObject({ account: '12340417', lines: [{ state: 'already' }, {}, {}] })
    }
    const { account } = (await desk.get(deskApiRoutes.statement).expect(200)).body
    expect(account).toBe('everyday')
  })

  test('has the numbers that its lines have in the file', async () => {
    const text = 'Account,062-000 1234\n\nDate,Amount,Description\n22/11/2026,1.00,A\n\n21/11/2026,2.00,B\n'
    expect(await read(text)).toMatchObject({ numbers: [4, 6] })
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
    expect(first.lines.map(({ n }: { n: number }) => n)).toEqual([2, 3, 7])
    expect(first.totals).toEqual(totals)
    const further = await part('each=1&after=3')
    expect(further.lines.map(({ n }: { n: number }) => n)).toEqual([2, 4, 7])
    await desk.get(`${deskApiRoutes.statementOf(body.id)}?each=0`).expect(422)
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
    expect(page.text).toContain('Only amount and name fit')
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
      documents[0].number.replace('-0', ' '),
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
    expect(page.text).toContain(`value="credit:${order.number}"`)
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
    await drop(odd, 'text/csv', '?account=Main').expect(201)
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

describeOnBothEngines('a statement of 20,000 lines', (databases) => {
  const openShop = useShops(databases)
  const count = 20_000
  const lines = Array.from({ length: count }, (_, n) => `22/11/2026,${n + 1}.00,"PAYMENT ${n} OF SOMEBODY"`)
  const bytes = Buffer.from(`Date,Amount,Description\n${lines.join('\n')}\n`)
  const upload = { bytes, account: null, columns: null, who: 'test' }

  test('is stored in turns of a few lines, so that others are served in between', async () => {
    const { ctx } = await openShop(await deskOptions())
    let turns = 0
    let isOver = false
    const countTurns = () => {
      turns += 1
      if (!isOver) setImmediate(countTurns)
    }
    setImmediate(countTurns)
    const batches: { lines: number; turns: number }[] = []
    let last = { stored: 0, turns }
    const id = await storeStatement(ctx, upload, (stored) => {
      batches.push({ lines: stored - last.stored, turns: turns - last.turns })
      last = { stored, turns }
    })
    isOver = true
    expect(Math.max(...batches.map((batch) => batch.lines))).toBeLessThanOrEqual(200)
    expect(Math.min(...batches.map((batch) => batch.turns))).toBeGreaterThan(0)
    expect((await readStatement(ctx, id)).lines).toHaveLength(count)
  })

  test('counts for nothing until its last line is stored', async () => {
    const { ctx } = await openShop(await deskOptions())
    const { db, reader } = ctx.database
    const breakOff = (stored: number) => {
      if (stored === count) throw new Error('broken off')
    }
    await expect(storeStatement(ctx, upload, breakOff)).rejects.toThrow('broken off')
    expect(await listStatements(reader)).toEqual({ statements: [], account: '' })
    const line = await db
      .selectFrom('statement_lines')
      .select('statement_id')
      .limit(1)
      .executeTakeFirstOrThrow()
    await expect(readStatement(ctx, line.statement_id)).rejects.toMatchObject({ code: 'statement_not_found' })
    const lines = [{ n: 2, order: '2026-000001', as: 'full' as const }]
    await expect(confirmStatement(ctx, line.statement_id, { lines, who: 'test' })).rejects.toMatchObject({
      code: 'statement_not_found',
    })
  })
})
