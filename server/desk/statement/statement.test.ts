import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { KyselyPlugin, ValuesNode } from 'kysely'
import supertest from 'supertest'
import { describe, expect, test } from 'vitest'
import type { Day } from '#shared/calendar/calendar.ts'
import type { CheckoutBody } from '#shared/orders/checkout.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { twinsOf } from '../../shop/orders/duplicate-line.ts'
import { takePayment } from '../../shop/orders/take-payment.ts'
import { runAdmin } from '../../testing/support/admin.ts'
import { describeOnBothEngines } from '../../testing/support/databases.ts'
import { cookieOf, type DeskClient, deskAs, deskOptions } from '../../testing/support/desk.ts'
import { type TestShop, useShops } from '../../testing/support/shop.ts'
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
  readBankFile({
    bytes: Buffer.from(text as string),
    account: '',
    columns: null,
    remembered: null,
    ...more,
  })

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
    const question = { header: null, rows: Array.from({ length: 5 }, () => expect.any(Array)), guess: null }
    expect(await read(text)).toMatchObject({ question })
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
    expect(told).toMatchObject({ line: 1, question: null, detail: expect.stringMatching(detail) })
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
    const text = `Date,Amount,Description\n${'22/11/2026,1.00,A\n'.repeat(7)}`
    expect(await read(text, { asksColumns: true })).toMatchObject({
      question: {
        header: ['Date', 'Amount', 'Description'],
        rows: Array(5).fill(['22/11/2026', '1.00', 'A']),
        guess: ['date', 'amount', 'text'],
      },
    })
  })

  const outIn = ['date', 'text', 'debit', 'credit', 'ignore']
  const inOut = ['date', 'text', 'credit', 'debit', 'ignore']
  test.each([
    [
      'its header',
      'Date,Text,Debit,Credit\n1/11/2026,A,,1.00\n',
      'Date,Text,Credit,Debit\n1/11/2026,B,,2.00\n',
      -200,
    ],
    [
      'its header',
      'Date,Text,Debit,Credit\n1/11/2026,A,,1.00\n',
      'date , text,DEBIT,Credit\n1/11/2026,B,,2.00\n',
      200,
    ],
    ['its width', '1/11/2026,A,,1.00,5.00\n', '1/11/2026,B,-2.00\n', -200],
    ['its shape', '1/11/2026,A,,1.00,5.00\n', '1/11/2026,B,-2.00,,C\n', -200],
    [
      'its header',
      '1/11/2026,A,,1.00,5.00\n',
      'Date,Text,Credit,Debit,Balance\n1/11/2026,B,,2.00,3.00\n',
      -200,
    ],
  ])('is read with remembered columns only if %s is theirs: %j, %j', async (_, first, next, amount) => {
    const known = (await read(first, { columns: outIn })) as { columns: string[]; layout: object }
    expect(known.layout).toEqual(expect.any(Object))
    expect(await read(next, { remembered: known })).toMatchObject({ amounts: [amount] })
    if (amount < 0) {
      const asked = await read(next, { remembered: known, asksColumns: true })
      expect(asked).toMatchObject({ question: { rows: expect.any(Array) } })
    }
  })

  test('is read with remembered columns only if its balance doesn’t disprove them', async () => {
    const known = await read('1/11/2026,A,,1.00,5.00\n', { columns: outIn })
    const rows = (balance: string) => `1/11/2026,B,,2.00,3.00\n2/11/2026,B,,1.00,${balance}\n`
    expect(await read(rows('4.00'), { remembered: known })).toMatchObject({ amounts: [200, 100] })
    expect(await read(rows('9.00'), { remembered: known })).toMatchObject({ amounts: [200, 100] })
    expect(await read(rows('2.00'), { remembered: known })).toMatchObject({
      question: { guess: ['date', 'text', 'ignore', 'debit', 'ignore'] },
    })
    const both = '1/11/2026,B,,2.00,3.00\n2/11/2026,B,1.00,,4.00\n'
    expect(await read(both, { remembered: known })).toMatchObject({ amounts: [-200, 100] })
  })

  test('is asked for its columns where those of another layout are remembered and guessing fails', async () => {
    const known = await read('1/11/2026,A,,1.00,5.00\n', { columns: outIn })
    const text = '1/11/2026,1.00,,2.00,B\n1/11/2026,1.00,,2.00,B\n'
    expect(await read(text, { remembered: known })).toMatchObject({ question: { guess: null } })
    const same = '1/11/2026,B,,2.00,9.00\n3/11/2026,C,4.00,,9.00\n'
    expect(await read(same, { remembered: known, asksColumns: true })).toMatchObject({ amounts: [200, -400] })
    const other = await read(same, { columns: inOut })
    expect(await read(same, { remembered: other })).toMatchObject({ amounts: [-200, 400] })
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

  test('says in what currency its lines are, and which the bank hasn’t booked', async () => {
    const entry = (change: string) =>
      fixture('camt-053.xml', '').toString().replace('<Amt Ccy="AUD">458', change)
    expect(await read(entry('<Amt Ccy="EUR">458'))).toMatchObject({
      currencies: ['EUR', 'AUD', 'AUD'],
      pending: [false, false, false],
    })
    for (const status of ['<Sts>PDNG</Sts>', '<Sts><Cd>PDNG</Cd></Sts>', '<Sts>INFO</Sts>']) {
      const file = await read(entry(`${status}<Amt Ccy="AUD">458`))
      expect(file).toMatchObject({ amounts: [45_800, -4950, 12_000], pending: [true, false, false] })
    }
    const booked = entry('<Sts>BOOK</Sts><Amt Ccy="AUD">458')
    expect(await read(booked)).toMatchObject({ pending: [false, false, false] })
    const onlyValued = entry('<Sts>PDNG</Sts><Amt Ccy="AUD">458').replace(/BookgDt/g, 'ValDt')
    expect(await read(onlyValued)).toMatchObject({ days: ['2026-11-22', '2026-11-21', '2026-11-20'] })

    const ofx = fixture('ofx-1.ofx', '').toString()
    expect(await read(ofx.replace('CURDEF>AUD', 'CURDEF>USD'))).toMatchObject({
      currencies: Array(3).fill('USD'),
    })
    const one = ofx.replace('<FITID>1', '<FITID>1<CURRENCY><CURRATE>1.5<CURSYM>USD</CURRENCY>')
    expect(await read(one)).toMatchObject({ currencies: ['USD', 'AUD', 'AUD'] })
    const converted = ofx.replace('<FITID>1', '<FITID>1<ORIGCURRENCY><CURRATE>1.5<CURSYM>USD</ORIGCURRENCY>')
    expect(await read(converted)).toMatchObject({ currencies: ['AUD', 'AUD', 'AUD'] })

    const named =
      'Date,Amount,Description,Currency,Status\n22/11/2026,1.00,A,usd,Completed\n22/11/2026,1.00,A,,PENDING\n'
    expect(await read(named)).toMatchObject({ currencies: ['USD', null], pending: [false, true] })
    expect(await read('Date,Amount (USD),Description\n22/11/2026,1.00,A\n')).toMatchObject({
      currencies: ['USD'],
    })
    expect(await read('22/11/2026,1.00,USD,A\n')).toMatchObject({ currencies: ['USD'], texts: ['A'] })
    expect(await read(named.replace('usd', 'Dollars'))).toMatchObject({
      line: 2,
      detail: expect.stringContaining('isn’t a currency'),
    })
  })

  test('of several accounts has each line in its own', async () => {
    const ofx = fixture('ofx-1.ofx', 'X').toString()
    const other = ofx.replace('12340417', '99')
    const body = (text: string) => /<STMTTRNRS>.*<\/STMTTRNRS>/s.exec(text)?.[0] ?? ''
    const both = (await read(ofx.replace(body(ofx), body(ofx) + body(other)))) as { hashes: string[] }
    const alone = (await read(other)) as { hashes: string[] }
    expect(both).toMatchObject({
      account: '12340417, 99',
      numbers: [1, 2, 3, 4, 5, 6],
      accounts: [...Array(3).fill('12340417'), ...Array(3).fill('99')],
    })
    expect(both.hashes.slice(3)).toEqual(alone.hashes)
    const camt = fixture('camt-053.xml', 'X').toString()
    const second = camt.replace('12340417', '99')
    const part = (text: string) => /<Stmt>.*<\/Stmt>/s.exec(text)?.[0] ?? ''
    const two = (await read(camt.replace(part(camt), part(camt) + part(second)))) as { hashes: string[] }
    expect(two).toMatchObject({ accounts: [...Array(3).fill('12340417'), ...Array(3).fill('99')] })
    expect(two.hashes.slice(3)).toEqual(((await read(second)) as { hashes: string[] }).hashes)
  })

  test.each([
    ['22/11/2026,1.00,John "Jack" Smith\n', [100], ['John "Jack" Smith']],
    ['22/11/2026,1.00,"Jack" Smith\n21/11/2026,2.00,"B, C"\n', [100, 200], ['"Jack" Smith', 'B, C']],
    ['22/11/2026, "1.00" ,"A" \n', [100], ['A']],
    ['22/11/2026,.50,A\n', [50], ['A']],
    ['22/11/2026,1.00,A\nClosing balance,,\n', [100], ['A']],
    ['22/11/2026,1.00,A\nClosing balance,1.00,\n', [100], ['A']],
    ['01/11/2026,,OPENING BALANCE\n22/11/2026,1.00,A\n', [100], ['A']],
    ['Opening balance,5.00,\n22/11/2026,1.00,A\nTotal,6.00,\nEnd of report\n3 transactions\n', [100], ['A']],
    ['22/11/2026,1.00,TOTAL TOOLS\n', [100], ['TOTAL TOOLS']],
  ])('%j is read as banks write it', async (rows, amounts, texts) => {
    expect(await read(`Date,Amount,Description\n${rows}`)).toMatchObject({ amounts, texts })
  })

  test.each([
    ['22/11/2026,1.00,"A\n21/11/2026,2.00,"B" C\n', 2],
    ['rubbish\n22/11/2026,1.00,A\n', 2],
    ['22/11/2026,1.00,A\nrubbish,2.00,B\n', 3],
    ['22/11/2026,1.00,A\n21/13/2026,,B\n', 3],
    ['22/11/2026,1.00,A\n21/13/2026,2.00,Closing balance\n', 3],
    ['22/11/2026,.,A\n', 2],
  ])('%j is no row of a bank, and is refused with its line', async (rows, line) => {
    expect(await read(`Date,Amount,Description\n${rows}`)).toMatchObject({ line })
  })

  test('has trailers that hide no balance', async () => {
    const rows = '1/11/2026,B,,2.00,3.00\n2/11/2026,B,1.00,,2.00\nClosing balance,,,,\n'
    expect(await read(rows)).toMatchObject({ columns: ['date', 'text', 'debit', 'credit', 'ignore'] })
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
      ['.50', 50],
      ['-.5', -50],
      ['5.', 500],
      ['49.50-', -4950],
      ['.', null],
      ['-', null],
      ['$', null],
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
    currencies: [],
    today,
  })
  const candidates: Candidate[] = [
    {
      number: '2026-000402',
      outstanding: 22_900,
      placedOn,
      currency: 'AUD',
      purchaseOrder: null,
      invoices: ['INV-000398'],
      names: ['Notional Theatre Trust'],
    },
    {
      number: '2026-000425',
      outstanding: 69_000,
      placedOn,
      currency: 'AUD',
      purchaseOrder: '4500-0117',
      invoices: ['INV-000411'],
      names: ['Nowhere Shire'],
    },
    {
      number: '2026-000419',
      outstanding: 45_800,
      placedOn,
      currency: 'AUD',
      purchaseOrder: 'FG/26-118',
      invoices: [],
      names: ['Fictional Grammar'],
    },
    {
      number: '2026-000409',
      outstanding: 8900,
      placedOn,
      currency: 'AUD',
      purchaseOrder: null,
      invoices: [],
      names: ['Figment Films'],
    },
    {
      number: '2026-000407',
      outstanding: 8900,
      placedOn,
      currency: 'AUD',
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
    ['4500 117', 69_000, 'several', ['2026-000425'], 'purchase_order'],
    ['NOWHERE 4500-0117', 69_000, 'several', ['2026-000425'], 'purchase_order'],
    ['INV 411 PO FG26118', 69_000, 'matched', ['2026-000425'], 'invoice'],
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
    const order = { outstanding: 8900, placedOn, currency: 'AUD', purchaseOrder: null, invoices: [] }
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

  test.each([
    ['MARIA GONZALES Nov 2026 teleprompter', '2026', 'several', [1]],
    ['MARIA GONZALES Nov 2026 teleprompter', 'NOV 2026', 'several', [1]],
    ['MARIA GONZALES 22/11/26', '2211', 'several', [1]],
    ['MARIA GONZALES 20261122', '20261122', 'several', [1]],
    ['MARIA GONZALES OSKO12', 'OSKO12', 'several', [1, 2]],
    ['MARIA GONZALES 2026-118', '2026-118', 'several', [1, 2]],
    ['M GONZALES OSKO12 NAME ANY', 'OSKO12', 'several', [1, 2]],
    ['ANY NAME OSKO12', 'OSKO12', 'matched', [2]],
    ['INV-000398 OSKO12', 'OSKO12', 'matched', [1]],
    ['2026-000001 OSKO12', 'OSKO12', 'matched', [1]],
    ['INV-000398', 'INV-000398', 'matched', [1]],
    ['2026-000001', '2026-000001', 'matched', [1]],
  ] as const)('%s isn’t taken over by an equal order of purchase order %s', (text, po, state, orders) => {
    const order = { outstanding: 69_000, placedOn, currency: 'AUD', invoices: [], purchaseOrder: null }
    const [match] = matchLines(onTheDay([text], [69_000]), [
      { ...order, number: '2026-000001', invoices: ['INV-000398'], names: ['Maria Gonzales'] },
      { ...order, number: '2026-000002', purchaseOrder: po, names: ['Any Name'] },
    ])
    expect(match).toMatchObject({ state, orders: orders.map((n) => `2026-00000${n}`) })
  })

  test('of nothing says nothing', () => {
    expect(matchLines(onTheDay(['STRIPE PAYOUT'], [100]), candidates)).toEqual([noMatch])
  })

  test('offers an order that waits before a paid one of the same purchase order', () => {
    const order = { placedOn, currency: 'AUD', purchaseOrder: '4500-0117', invoices: [], names: [] }
    const orders = [
      { ...order, number: '2026-000001', outstanding: 0 },
      { ...order, number: '2026-000002', outstanding: 8900 },
    ]
    const [match] = matchLines(onTheDay(['PO 4500 117'], [8900]), orders)
    expect(match).toMatchObject({ state: 'several', orders: ['2026-000002', '2026-000001'] })
  })

  test('leaves it open whether money is for the paid order of the number or for the name’s', () => {
    const order = { placedOn, currency: 'AUD', purchaseOrder: null, invoices: [] }
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
    const states = matchLines({ texts, amounts, days, currencies: [], today }, candidates).map(
      ({ state }) => state,
    )
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
    expect(matchLines({ texts, amounts, days, currencies: [], today }, dated)).toMatchObject([
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

  test('is booked once under the name that a person typed, and under the account’s own number', async () => {
    const { shop, desk, clock, drop } = await openDesk()
    const [one, two] = [await place(shop), await place(shop)]
    clock.now += 5 * 24 * 3_600_000
    const lines = csv(`22/11/2026,458.00,Quokka Ck PS ${one.number}`)
    const { body: typed } = await drop(lines, 'text/csv', '?account=everyday').expect(201)
    expect(await confirm(desk, typed.id, [{ n: 2, order: one.number }])).toMatchObject({ booked: 1 })
    await drop(csv('22/11/2026,1.00,Other'), 'text/csv', '?account=savings').expect(201)
    const ofx = fixture('ofx-1.ofx', one.number)
    const { body: own } = await drop(ofx, 'application/x-ofx', '').expect(201)
    expect(own).toMatchObject({
      account: '12340417',
      lines: [{ state: 'already', orders: [one.number] }, { state: 'none' }, { state: 'none' }],
    })
    const again = [{ n: 1, order: one.number, as: 'credit' }]
    expect(await confirm(desk, own.id, again)).toMatchObject({ booked: 0, already: [1] })
    const other = fixture('ofx-1.ofx', two.number)
    const { body: next } = await drop(other, 'application/x-ofx', '').expect(201)
    expect(next).toMatchObject({ lines: [{ state: 'matched', orders: [two.number] }, {}, {}] })
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

  test('of a month in which nothing was booked is read, and stays readable', async () => {
    const { desk, drop } = await openDesk()
    const account = '<Acct><Id><IBAN>DE00</IBAN></Id></Acct>'
    const quiet = `<Document><BkToCstmrStmt><Stmt>${account}</Stmt></BkToCstmrStmt></Document>`
    const { body } = await drop(quiet, 'application/xml').expect(201)
    const none = { lines: 0, amount: 0 }
    const totals = { matched: none, decide: none, left: none }
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

  test('matches no money in another currency, and nothing that the bank hasn’t booked, and books neither', async () => {
    const { shop, desk, clock, drop } = await openDesk()
    const order = await place(shop)
    clock.now += 5 * 24 * 3_600_000
    const line = (more: string) => `22/11/2026,458.00,${order.number},${more}\n`
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

  test('is booked once under both names of its account, whichever comes first, unless a person says otherwise', async () => {
    const { shop, desk, clock, drop } = await openDesk()
    const [one, two] = [await place(shop), await place(shop)]
    clock.now += 5 * 24 * 3_600_000
    const typed = csv(`22/11/2026,458.00,Quokka Ck PS ${one.number}`)
    const own = () => drop(fixture('ofx-1.ofx', one.number), 'application/x-ofx', '')
    const [ofx, file] = [(await own().expect(201)).body, (await drop(typed).expect(201)).body]
    expect([ofx.lines[0], file.lines[0]]).toMatchObject([{ state: 'matched' }, { state: 'matched' }])
    expect(await confirm(desk, ofx.id, [{ n: 1, order: one.number }])).toMatchObject({ booked: 1 })
    const credit = { n: 2, order: one.number, as: 'credit' }
    expect(await confirm(desk, file.id, [credit])).toMatchObject({ booked: 0, already: [2] })
    const { body: later } = await drop(typed).expect(201)
    const already = {
      state: 'already',
      orders: [one.number],
      reason: 'other_account',
      bookedAt: expect.any(String),
    }
    expect(later.lines).toMatchObject([already])

    const cookie = await cookieOf(shop, 'books')
    const page = await supertest(shop.app)
      .get(deskRoutes.statementOf(later.id))
      .set({ Cookie: cookie })
      .expect(200)
    expect(page.text).toMatch(/It’s another: give it one.*name="other-2".*Book what’s ticked/s)
    await supertest(shop.app)
      .post(`${deskRoutes.statementOf(later.id)}/confirm`)
      .set({ Cookie: cookie, Origin: shop.ctx.config.siteUrl })
      .type('form')
      .send({ 'other-2': two.number })
      .expect(303)
    expect((await desk.get(deskApiRoutes.order(two.id)).expect(200)).body).toMatchObject({ status: 'paid' })
    const { body: last } = await drop(typed).expect(201)
    expect(last.lines).toMatchObject([{ state: 'already', orders: [two.number], reason: null }])
    const again = { ...credit, another: true }
    expect(await confirm(desk, last.id, [again])).toMatchObject({ booked: 0, already: [2] })
    expect((await own().expect(201)).body.lines[0]).toMatchObject({ orders: [one.number], reason: null })
  })

  test('is booked once, even if both names of its account are booked for two orders at one time', async () => {
    const { shop } = await openDesk()
    const pairs = await Promise.all(
      Array.from({ length: 6 }, async (_, index) => ({
        content: `line ${index}`,
        orders: [await place(shop), await place(shop)],
      })),
    )
    const booked = await Promise.all(
      pairs.map(({ content, orders }) =>
        Promise.all(
          orders.map(async (order, side) => {
            const { twin } = twinsOf(content, side === 0)
            const line = { hash: `${content} of ${side}`, twin, isAnother: false }
            return (await takePayment(shop.ctx, order, { amount: 45_800, line }, { who: 'test' })).payment
          }),
        ),
      ),
    )
    for (const payments of booked) expect(payments.filter((payment) => payment !== null)).toHaveLength(1)
  })

  test('is of its own account in a file of several, and equal lines of two numbers both count', async () => {
    const { shop, desk, clock, drop } = await openDesk()
    const [one, two] = [await place(shop), await place(shop)]
    clock.now += 5 * 24 * 3_600_000
    const camt = fixture('camt-053.xml', 'RENT').toString()
    const [part = ''] = /<Stmt>.*<\/Stmt>/s.exec(camt) ?? []
    const both = camt.replace(part, part + part.replace('12340417', '99'))
    const { body } = await drop(both, 'application/xml').expect(201)
    expect(body).toMatchObject({ account: '12340417, 99', lines: { length: 6 } })
    expect(body.lines[3]).toMatchObject({ n: 4, account: '99', amount: 45_800 })
    const as = 'full'
    expect(
      await confirm(desk, body.id, [
        { n: 1, order: one.number, as },
        { n: 4, order: two.number, as },
      ]),
    ).toMatchObject({ booked: 2 })
    const alone = camt.replace('12340417', '99')
    const { body: second } = await drop(alone, 'application/xml').expect(201)
    expect(second.lines[0]).toMatchObject({
      state: 'already',
      orders: [two.number],
      reason: null,
      account: null,
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
    const run = (...args: string[]) => runAdmin(shop.environment, 'statement', file, ...args)
    const wrong = await run('--book', `3=${two.number}`)
    expect(wrong).toMatchObject({ status: 1, stderr: expect.stringContaining('not $440.00') })
    expect(wrong.stdout).toContain('0 lines are booked.')
    for (const word of ['Matched', 'Wrong amount', 'No order', 'Money out'])
      expect(wrong.stdout).toContain(word)
    expect(await run('--book', `3=${two.number}:parts`)).toMatchObject({ status: 1 })
    const part = await run('--book', `3=${two.number}:part`)
    expect(part).toMatchObject({ status: 0, stdout: expect.stringContaining('1 line is booked.') })
    const both = await run('--book', '--book', `4=${three.number}:credit`)
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
      columns: ['date', 'text', 'credit', 'debit'],
      sample: {
        header: ['Date', 'Text', 'Credit', 'Debit'],
        rows: [['22/11/2026', two.number, '', '458.00']],
      },
      lines: [{ amount: -45_800, state: 'none' }],
    })
    const file = join(mkdtempSync(join(tmpdir(), 'bank-')), 'swapped.csv')
    writeFileSync(file, swapped)
    const ran = await runAdmin(shop.environment, 'statement', file, '--account', 'main', '--book', '--json')
    expect(JSON.parse(ran.stdout)).toMatchObject({ confirmed: { booked: 0 } })
  })

  test('is read anew with columns that a person corrects, and they are kept', async () => {
    const { shop, desk, clock, drop } = await openDesk()
    const [one, two] = [await place(shop), await place(shop)]
    clock.now += 5 * 24 * 3_600_000
    const wrong = '?account=main&columns=date,text,debit,credit'
    const right = '?account=main&columns=date,text,credit,debit'
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
    await drop(other, 'text/csv', '?account=main&columns=date,text,debit').expect(422)
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

describeOnBothEngines('the largest statement', (databases) => {
  const openShop = useShops(databases)
  const count = 5000
  const rows = Array.from({ length: count }, (_, n) => `22/11/2026,${n + 1}.00,"PAYMENT ${n} OF SOMEBODY"`)
  const uploadOf = (lines: string[]) => ({
    bytes: Buffer.from(`Date,Amount,Description\n${lines.join('\n')}\n`),
    account: null,
    columns: null,
    who: 'test',
  })

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
    let last = turns
    const noting: KyselyPlugin = {
      transformQuery({ node }) {
        if (node.kind === 'InsertQueryNode' && node.into?.table.identifier.name === 'statement_lines') {
          batches.push({ lines: (node.values as ValuesNode).values.length, turns: turns - last })
          last = turns
        }
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const db = ctx.database.db.withPlugin(noting)
    const id = await storeStatement({ ...ctx, database: { ...ctx.database, db } }, uploadOf(rows))
    isOver = true
    expect(batches.reduce((sum, { lines }) => sum + lines, 0)).toBe(count)
    expect(Math.max(...batches.map((batch) => batch.lines))).toBeLessThanOrEqual(200)
    expect(Math.min(...batches.map((batch) => batch.turns))).toBeGreaterThan(0)
    expect((await readStatement(ctx, id)).lines).toHaveLength(count)
  })

  test('may have no line more, and the refusal says how to split it', async () => {
    const { ctx } = await openShop(await deskOptions())
    const { db } = ctx.database
    await expect(storeStatement(ctx, uploadOf([...rows, '22/11/2026,1.00,MORE']))).rejects.toMatchObject({
      code: 'statement_unreadable',
      message: expect.stringMatching(/more than 5,000 rows. Export it in parts, such as a month each/),
    })
    const id = await storeStatement(ctx, uploadOf(rows.slice(0, 1)))
    await db
      .updateTable('statements')
      .set({ lines: count + 1 })
      .where('id', '=', id)
      .execute()
    await expect(readStatement(ctx, id)).rejects.toMatchObject({ code: 'statement_unreadable' })
  })

  test('counts for nothing until its last line is stored', async () => {
    const { ctx } = await openShop(await deskOptions())
    const { db, reader } = ctx.database
    let asked = 0
    const clock = () => {
      asked += 1
      // The second time is the statement's own.
      if (asked > 1) throw new Error('broken off')
      return ctx.clock()
    }
    await expect(storeStatement({ ...ctx, clock }, uploadOf(rows))).rejects.toThrow('broken off')
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
