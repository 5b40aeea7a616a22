import { describe, expect, test } from 'vitest'
import type { Chosen, Decisions } from '#shared/desk/statement-decisions.ts'
import { fixture, fixtures } from '../fixtures/fixtures.ts'
import { bytesOf } from '../fixtures/shapes.ts'
import { currencyIn, readMoney } from './amounts.ts'
import { isProven } from './balance.ts'
import { dayOfInstant, decideDates, readDay } from './days.ts'
import { type Remembered, type StoredLayout, toRemember } from './decisions.ts'
import { type ReadFile, readBankFile } from './read-file.ts'

const read = (text: string | Buffer, more: object = {}) =>
  readBankFile({
    bytes: Buffer.from(text as string),
    chosen: { unsigned: 'in' },
    remembered: null,
    timeZone: 'Australia/Sydney',
    today: '2026-11-30',
    ...more,
  })

type Whole = Extract<ReadFile, { days: unknown }>

/** Decisions remembered from a file. */
const remember = async (text: string, chosen: Chosen): Promise<Remembered> => {
  const { csv } = (await read(text, { chosen: { dates: 'dmy', ...chosen } })) as Whole
  return toRemember(csv?.decisions as Decisions, csv?.layout as StoredLayout)
}

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
    ['Date,Amount,Description\n22/11/2026,1.00,"A\n', 2],
    ['', 1],
    ['nothing', 1],
    ['<Document><Other/></Document>', 1],
    ['<Document><BkTo', 1],
    ['<!DOCTYPE x [<!ENTITY a "b">]><Document>&a;</Document>', 1],
  ])('%j is refused with its line', async (text, line) => {
    const told = await read(text)
    expect(told).toMatchObject({ line: expect.any(Number), detail: expect.any(String), question: null })
    if (line > 1) expect(told).toMatchObject({ line })
  })

  const header = 'Date,Amount,Description\n'
  const entry = (date: string, amount: string) => `<STMTTRN><DTPOSTED>${date}<TRNAMT>${amount}</STMTTRN>`
  test.each([
    ['22/11/2026,1.00,A\n21/13/2026,2.00,B\n', 2, '“21/13/2026” isn’t a date.'],
    ['2026/11/22,1.00,A\n21/13/2026,2.00,B\n', 2, '“21/13/2026” isn’t a date.'],
    ['21/13/2026,2.00,B\n22/11/2026,1.00,A\n', 1, '“21/13/2026” isn’t a date.'],
    [`${header}22/11/2026,1.00,A\n22/11/2026,ten,B\n`, 3, '“ten” isn’t an amount.'],
    [`${header}22/11/2026,1.00,A\n22/11/2026,1.005,B\n22/11/2026,0.00,Z\n`, 3, '“1.005” isn’t an amount.'],
    [`${header}22/11/2026,1.00,A\n22/11/2026,,B\n`, 3, 'This row has no amount.'],
    [`${header}22/11/2026,1.00,A\n,3.00,PENDING\n`, 3, 'This row has no date.'],
    [`<OFX>${entry('20261322', '1.00')}${entry('20261122', '1.00')}</OFX>`, 1, '“20261322” isn’t a date.'],
    [`<OFX>${entry('20261122', '1.00')}${entry('20261122', 'x')}</OFX>`, 2, '“x” isn’t an amount.'],
  ])('%j is read but for a row, which is told with its reason', async (text, line, reason) => {
    expect(await read(text)).toMatchObject({ unread: [{ line, reason }] })
  })

  test.each([
    ['Date,Amount,Description\n', 'csv'],
    ['<OFX><STMTRS><BANKTRANLIST></BANKTRANLIST></STMTRS></OFX>', 'ofx'],
    ['<Document><BkToCstmrStmt><Stmt/></BkToCstmrStmt></Document>', 'camt'],
  ])('%j is a statement of no rows', async (text) => {
    expect(await read(text)).toMatchObject({ days: [], unread: [] })
  })

  test('whose columns nobody can tell is shown with five rows, and read once they are named', async () => {
    const text = Array.from({ length: 9 }, (_, index) => `${index + 1}/11/2026,A${index},1.00,,2.00`).join(
      '\n',
    )
    const question = { header: null, rows: Array.from({ length: 5 }, () => expect.any(Array)), guess: null }
    expect(await read(text)).toMatchObject({ question })
    const columns = ['date', 'text', 'debit', 'ignore', 'credit']
    const asked = await read(text, { chosen: { columns } })
    expect(asked).toMatchObject({
      question: { guess: columns, readings: [{ of: 'dates', text: '1/11/2026' }] },
    })
    const chosen = { columns, dates: 'dmy' }
    for (const asksColumns of [false, true])
      expect(await read(text, { chosen, asksColumns })).toMatchObject({ amounts: Array(9).fill(100) })
  })

  test.each([
    ['PK\u0003\u0004\u0014[Content_Types].xml', /^This is a zip file, or a spreadsheet/],
    [Buffer.from('d0cf11e0a1b11ae1', 'hex'), /^This is a spreadsheet/],
    ['%PDF-1.7\n1 0 obj', /^This is a PDF/],
    ['\n%PDF-1.7\n1 0 obj', /^This is a PDF/],
    [':20:START\n:25:1/2\n', /^This is MT940/],
    ['ABNANL2A\n940\nABNANL2A\n:20:START\n', /^This is MT940/],
    [':940:\n:20:940S261125\n', /^This is MT940/],
    ['!Clear:AutoSwitch\n!Option:X\n', /^This is QIF/],
    ['D25/11/2026\nT229.00\nPQuill\n^\n', /^This is QIF/],
    [Buffer.from('83658362826f8267816e2c90', 'hex'), /Save it as UTF-8/],
    ['!Type:Bank\nD22/11/2026\n', /^This is QIF/],
    ['<Document><BkToCstmrAcctRpt/></Document>', /^This is CAMT.052/],
    ['<Document><BkToCstmrDbtCdtNtfctn/></Document>', /^This is CAMT.054/],
    ['<!DOCTYPE html><p>', /^This is a web page/],
    ['{"a": 1}', /^This is JSON/],
    ['GIF89a\u0001\u0000', /^The text’s encoding isn’t known/],
  ])('%j isn’t asked for its columns', async (content, detail) => {
    const told = await read(content)
    expect(told).toMatchObject({ line: 1, question: null, detail: expect.stringMatching(detail) })
    expect(told).toMatchObject({ detail: expect.stringContaining('Export the statement as CSV') })
  })

  test.each([
    'Account,062-000 1234\nPeriod,01/11/2026 to 30/11/2026\n\nDate,Description,Amount\n',
    'Date range,Amount type\n\nDate,Description,Amount\n',
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
    const wrong = start + row('22/11/2026', 'QUOKKA', '1.00') + row('22/11/2026', 'QUOKKA', 'ten')
    expect(await read(wrong)).toMatchObject({ unread: [{ line: start.split('\n').length + 1 }] })
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

  const outIn: Chosen = { columns: ['date', 'text', 'debit', 'credit', 'balance'] }
  const inOut: Chosen = { columns: ['date', 'text', 'credit', 'debit', 'balance'] }
  const named: Chosen = { columns: ['date', 'text', 'debit', 'credit'] }
  test.each([
    [
      'its header',
      'Date,Text,Debit,Credit\n21/11/2026,A,,1.00\n',
      'Date,Text,Credit,Debit\n21/11/2026,B,,2.00\n',
      -200,
    ],
    [
      'its header',
      'Date,Text,Debit,Credit\n21/11/2026,A,,1.00\n',
      'date , text,DEBIT,Credit\n21/11/2026,B,,2.00\n',
      200,
    ],
    ['its width', '21/11/2026,A,,1.00,5.00\n', '21/11/2026,B,-2.00\n', -200],
    ['its shape', '21/11/2026,A,,1.00,5.00\n', '21/11/2026,B,-2.00,,C\n', -200],
    [
      'its header',
      '21/11/2026,A,,1.00,5.00\n',
      'Date,Text,Credit,Debit,Balance\n21/11/2026,B,,2.00,3.00\n',
      -200,
    ],
  ])('is read with remembered columns only if %s is theirs: %j, %j', async (_, first, next, amount) => {
    const remembered = await remember(first, first.startsWith('Date') ? named : outIn)
    expect(await read(next, { remembered })).toMatchObject({ amounts: [amount] })
    if (amount < 0) {
      const asked = await read(next, { remembered, asksColumns: true })
      expect(asked).toMatchObject({ question: { rows: expect.any(Array) } })
    }
  })

  test.each(['balance', 'days', 'decimals', 'unsigned', 'signed-debits', 'signed-words', 'unproven-balance'])(
    'asks-%s.csv is read once its question is answered as proposed',
    async (name) => {
      const text = fixture(`asks-${name}.csv`, '2026-000001')
      const { question } = (await read(text, { chosen: null })) as Extract<ReadFile, { line: number }>
      const { guess, dates, decimal, unsigned, readings = [] } = question ?? {}
      const told = Object.fromEntries(readings.map(({ of, ways }) => [of, ways[0]?.value]))
      const chosen = Object.entries({ columns: guess, dates, decimal, unsigned, ...told }).filter(
        ([, value]) => value,
      )
      expect(await read(text, { chosen: Object.fromEntries(chosen) })).toMatchObject({ unread: [] })
    },
  )

  test('is read with what is remembered only if its balance doesn’t disprove it', async () => {
    const remembered = await remember('1/11/2026,A,,1.00,5.00\n', outIn)
    const rows = (balance: string) => `21/11/2026,B,,2.00,3.00\n22/11/2026,B,,1.00,${balance}\n`
    expect(await read(rows('4.00'), { remembered })).toMatchObject({ amounts: [200, 100] })
    expect(await read(rows('1.00'), { remembered })).toMatchObject({ amounts: [200, 100] })
    expect(await read(rows('9.00'), { remembered })).toMatchObject({ question: { guess: null } })
    expect(await read(rows('2.00'), { remembered })).toMatchObject({
      question: { guess: ['date', 'text', 'ignore', 'debit', 'balance'] },
    })
    const both = '21/11/2026,B,,2.00,3.00\n22/11/2026,B,1.00,,4.00\n'
    expect(await read(both, { remembered })).toMatchObject({ amounts: [-200, 100] })
  })

  test('is asked for its columns where those of another layout are remembered and guessing fails', async () => {
    const remembered = await remember('1/11/2026,A,,1.00,5.00\n', outIn)
    const text = '1/11/2026,1.00,,2.00,B\n1/11/2026,1.00,,2.00,B\n'
    expect(await read(text, { remembered })).toMatchObject({ question: { guess: null } })
    const same = '1/11/2026,B,,2.00,9.00\n3/11/2026,C,4.00,,5.00\n'
    expect(await read(same, { remembered, asksColumns: true })).toMatchObject({ amounts: [200, -400] })
    const other = await remember('1/11/2026,A,,1.00,5.00\n', inOut)
    const turned = '1/11/2026,B,,2.00,5.00\n3/11/2026,C,4.00,,9.00\n'
    expect(await read(turned, { remembered: other })).toMatchObject({ amounts: [-200, 400] })
  })

  test('has lines of the same content as in another format of its bank', async () => {
    const contents = async (text: string) => ((await read(text)) as Whole).contents
    const [line] = await contents('Date,Amount,Dr/Cr,Reference,Payer\n22/11/2026,1.00,CR,No. 7,Ö Ltd\n')
    const entry = '<STMTTRN><DTPOSTED>20261122<TRNAMT>1.00<NAME>O LTD<MEMO>NO 7</STMTTRN>'
    expect(await contents(`<OFX>${entry}</OFX>`)).toEqual([line])
    const others = ['23/11/2026,1.00,O Ltd No 7', '22/11/2026,1.01,O Ltd No 7', '22/11/2026,1.00,O Ltd No 8']
    expect(await contents(`Date,Amount,Text\n${others.join('\n')}\n`)).not.toContain(line)
    const pending = 'Date,Amount,Text,Status\n22/11/2026,1.00,O Ltd No 7,Pending\n'
    expect(await contents(pending)).not.toContain(line)
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
      unread: [{ line: 2, reason: '“Dollars” isn’t a currency.' }],
    })
  })

  test('of several accounts has each line in its own', async () => {
    const ofx = fixture('ofx-1.ofx', 'X').toString()
    const other = ofx.replace('12340417', '99')
    const body = (text: string) => /<STMTTRNRS>.*<\/STMTTRNRS>/s.exec(text)?.[0] ?? ''
    const accounts = ['12340417', '99']
    const owners = accounts.flatMap((number) => Array(3).fill(number))
    const both = await read(ofx.replace(body(ofx), body(ofx) + body(other)))
    expect(both).toMatchObject({ accounts, owners, numbers: [1, 2, 3, 4, 5, 6] })
    const camt = fixture('camt-053.xml', 'X').toString()
    const second = camt.replace('12340417', '99')
    const part = (text: string) => /<Stmt>.*<\/Stmt>/s.exec(text)?.[0] ?? ''
    const two = await read(camt.replace(part(camt), part(camt) + part(second)))
    expect(two).toMatchObject({ accounts, owners })
  })

  test('that says of no amount whether it came or went is asked, and answered by whatever tells', async () => {
    const ask = (rows: string, more: object = {}) =>
      read(`Date,Amount,Text${rows}\n`, { chosen: null, ...more })
    const plain = '\n22/11/2026,12.00,A\n21/11/2026,3.00,B'
    expect(await ask(plain)).toMatchObject({
      detail: '“12.00” is money in or money out. Nothing in the file tells which.',
      question: {
        unsigned: null,
        readings: [{ of: 'unsigned', text: '12.00', ways: [{ value: 'in' }, { value: 'out' }] }],
      },
    })
    const out = await ask(plain, { chosen: { unsigned: 'out' } })
    expect(out).toMatchObject({
      amounts: [-1200, -300],
      decided: expect.arrayContaining(['Amounts without a sign are money out.']),
    })
    const remembered = (out as Whole).csv as Remembered
    expect(await ask('\n23/11/2026,7.00,C', { remembered })).toMatchObject({ amounts: [-700] })
    const signed = await ask('\n22/11/2026,12.00,A\n21/11/2026,-3.00,B')
    expect(signed).toMatchObject({ amounts: [1200, -300] })
    const known = (signed as Whole).csv as Remembered
    expect(await ask(plain, { remembered: known })).toMatchObject({ amounts: [1200, 300] })
    for (const told of [
      ',Balance\n22/11/2026,12.00,A,15.00\n22/11/2026,0.00,B,15.00\n23/11/2026,1.00,B,16.00',
      ',Dr/Cr\n22/11/2026,12.00,A,CR',
      '\n22/11/2026,+12.00,A',
    ])
      expect(await ask(told)).toMatchObject({ amounts: expect.arrayContaining([1200]) })
  })

  test.each([
    ['signed-debits', [22_900, -22_900, 150], [22_900, 22_900, -150]],
    ['signed-words', [22_900, -4950, 4950], [22_900, 4950, -4950]],
    ['one-word', [22_900, -4950, 122_900], [-22_900, 4950, -122_900]],
    ['unproven-balance', [22_900, 69_000, 122_900], [-22_900, -69_000, -122_900]],
  ])('asks-%s.csv is read as a person says', async (name, signed, turned) => {
    const bytes = bytesOf(`asks-${name}.csv`)
    for (const [unsigned, amounts] of [
      ['in', signed],
      ['out', turned],
    ] as const)
      expect(await read(bytes, { chosen: { unsigned } })).toMatchObject({ amounts })
  })

  test('has money that no row moves, which proves no balance', async () => {
    const rows = '21/11/2026,A,5.00,5.00\n22/11/2026,B,5.00,5.00\n23/11/2026,C,5.00,5.00\n'
    expect(await read(rows, { chosen: null })).toMatchObject({ question: { guess: null } })
    const moves = [0, 0, 0, 5, 5].map((amount, index) => ({ amount, balance: Math.max(0, index - 2) * 5 }))
    expect([isProven(moves), isProven(moves.slice(2))]).toEqual([false, true])
  })

  test('decides days and decimals before what is remembered does, and remembers only what was decided', async () => {
    const remembered = {
      layout: { header: ['date', 'amount', 'text'] },
      decisions: { dates: 'dmy', decimal: '.' },
    }
    const look = async (...rows: string[]) =>
      read(`Date,Amount,Text\n${rows.join('\n')}\n`, { chosen: null, remembered })
    const shown = await look('11/10/2026,-1.00,A', '11/20/2026,2.00,B')
    expect(shown).toMatchObject({ days: ['2026-11-10', '2026-11-20'], unread: [] })
    expect(await look('11/10/2026,"-1,5",A')).toMatchObject({ days: ['2026-10-11'], amounts: [-150] })
    const open = (await read('Date,Amount,Text\n12/12/2026,-5,A\n', { chosen: null })) as Whole
    const { decisions, layout } = open.csv as NonNullable<Whole['csv']>
    const kept = toRemember(decisions, layout)
    expect(kept).toEqual({
      layout: remembered.layout,
      decisions: { columns: expect.any(Array), unsigned: 'in', out: null },
    })
    const next = await read('Date,Amount,Text\n01/02/2027,-1.290,A\n', { chosen: null, remembered: kept })
    expect(next).toMatchObject({ question: { readings: [{ of: 'dates' }, { of: 'decimal' }] } })
  })

  test('names its account, though nothing was booked in its days', async () => {
    const account = '<Acct><Id><IBAN>DE00</IBAN></Id></Acct>'
    const quiet = `<Document><BkToCstmrStmt><Stmt>${account}</Stmt></BkToCstmrStmt></Document>`
    expect(await read(quiet)).toMatchObject({ accounts: ['DE00'], days: [] })
    const ofx = '<OFX><STMTRS><BANKACCTFROM><ACCTID>7</BANKACCTFROM></STMTRS></OFX>'
    expect(await read(ofx)).toMatchObject({ accounts: ['7'], days: [] })
    expect(await read('Date,Amount,Text\n')).toMatchObject({ accounts: [''] })
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

  test.each([['22/11/2026,1.00,"A\n21/11/2026,2.00,"B" C\n', 2]])(
    '%j has a quote that never ends, and is refused with its line',
    async (rows, line) => {
      expect(await read(`Date,Amount,Description\n${rows}`)).toMatchObject({ line })
    },
  )

  test.each([
    ['rubbish\n22/11/2026,1.00,A\n', 2],
    ['22/11/2026,1.00,A\nrubbish,2.00,B\n', 3],
    ['22/11/2026,1.00,A\n21/13/2026,,B\n', 3],
    ['22/11/2026,1.00,A\n21/13/2026,2.00,Closing balance A\n', 3],
    ['22/11/2026,1.00,A\n22/11/2026,.,B\n', 3],
  ])('%j has a row that is no row of a bank', async (rows, line) => {
    expect(await read(`Date,Amount,Description\n${rows}`)).toMatchObject({
      amounts: [100],
      unread: [{ line }],
    })
  })

  test('has trailers that hide no balance', async () => {
    const rows = '21/11/2026,B,,2.00,3.00\n22/11/2026,B,1.00,,2.00\nClosing balance,,,,\n'
    const columns = ['date', 'text', 'debit', 'credit', 'balance']
    expect(await read(rows)).toMatchObject({ csv: { decisions: { columns } } })
  })

  test('has a time with a zone on the company’s day, unless it’s only a day', async () => {
    for (const text of [
      '2026-11-28T22:00:30Z',
      '2026-11-28 17:00:30.123-05:00',
      '2026-11-29T03:30:00+0530',
      '20261128215000[0:GMT]',
      '20261128165000.000[-5:EST]',
    ])
      expect([text, dayOfInstant(text, 'Australia/Sydney')]).toEqual([text, '2026-11-29'])
    for (const text of [
      '20261129000000[0:GMT]',
      '20261128120000[-5:EST]',
      '20261128215000',
      '2026-11-28T22:00:30',
    ])
      expect([text, dayOfInstant(text, 'Australia/Sydney')]).toEqual([text, null])
    const days = ['2026-11-29']
    expect(await read('Date,Amount,Text\n2026-11-28T22:00:30Z,-1.00,A\n')).toMatchObject({ days })
    const entry = '<STMTTRN><DTPOSTED>20261128215000[0:GMT]<TRNAMT>1.00</STMTTRN>'
    expect(await read(`<OFX>${entry}</OFX>`)).toMatchObject({ days })
    const at = '<Dt>2026-11-22</Dt>'
    const camt = fixture('camt-053.xml', '').toString()
    expect(camt).toContain(at)
    const late = camt.replace(at, '<DtTm>2026-11-28T22:00:30Z</DtTm>')
    expect(await read(late)).toMatchObject({ days: ['2026-11-29', '2026-11-21', '2026-11-20'] })
  })

  test('has dates as banks write them', () => {
    for (const text of [
      '22/11/2026',
      '22-11-26',
      '22.11.2026',
      '22 11 2026',
      '22112026',
      '22 Nov 2026',
      '22Nov2026',
      '22-Nov-26',
      'Nov 22, 2026',
      'Sun 22 November 2026',
      'Sunday, 22 Nov 2026',
      '2026-11-22',
      '2026/11/22',
      '2026-Nov-22',
      '20261122',
      '2026-11-22T10:00:00+10:00',
      '22/11/2026 8:18',
      '22/11/2026, 10:00:01 AM',
      '13:26 22-11-26',
    ]) {
      expect([text, readDay(text, 'dmy')]).toEqual([text, '2026-11-22'])
    }
    for (const text of ['11/22/2026', '11-22-26', '11222026', '11/22/2026 08:00 PM'])
      expect([text, readDay(text, 'mdy')]).toEqual([text, '2026-11-22'])
    expect(readDay('26-11-22', 'ymd')).toBe('2026-11-22')
    for (const text of [
      '',
      '31/02/2026',
      '11/22/2026',
      'Nov',
      '22/11',
      '1/1/1900',
      '2026072701',
      '1/2/3/4',
      '1.234',
    ])
      expect([text, readDay(text, 'dmy')]).toEqual([text, null])
  })

  test.each([
    [['01/11/2026', '22/11/2026'], 'dmy'],
    [['11/01/2026', '11/22/2026'], 'mdy'],
    [['22/11/2026', '01/11/2026', '11/23/2026', '24/11/2026'], 'dmy'],
    [['01/02/2026', '03/04/2026'], null],
    [['01.02.2026'], 'dmy'],
    [['02/02/2026'], 'dmy'],
    [['2026-02-01'], 'ymd'],
    [['1 Feb 2026'], 'dmy'],
    [['26-11-22', '26-11-23'], 'ymd'],
    [['22-11-26', '23-11-26'], 'dmy'],
  ])('%j begins with %j', (cells, order) => {
    expect(decideDates(cells)).toBe(order)
  })

  test.each([
    ['1,234.50', 123_450],
    ['+229.00', 22_900],
    ['-49.5', -4950],
    ['−49.50', -4950],
    ['(49.50)', -4950],
    ['$89', 8900],
    ['-$89', -8900],
    ['A$ 89.00', 8900],
    ['AUD 229.00', 22_900],
    ['229.00 AUD', 22_900],
    ['£500.00', 50_000],
    ['49.50 DR', -4950],
    ['DR 49.50', -4950],
    ['49.50CR', 4950],
    ['.50', 50],
    ['-.5', -50],
    ['5.', 500],
    ['49.50-', -4950],
    ['8.850', 885],
    ['1’234.50', 123_450],
    ['1 234 567.00', 123_456_700],
    ['1\u202f234.50', 123_450],
    ['12,34,567.00', 123_456_700],
    ['.', null],
    ['-', null],
    ['$', null],
    ['', null],
    ['1.234,56', null],
    ['8.855', null],
    ['1e3', null],
    ['12,34.50', null],
    ['1,234 567.00', null],
    ['(1.00', null],
    ['1.00 X', null],
    ['22,900.00(Cr)', 2_290_000],
    ['4,950.00 Dr.', -495_000],
    ['229.-', 22_900],
    ['-229.--', -22_900],
    ['₹ 229.00', 22_900],
    [`$${' '.repeat(20)}(229.00)`, -22_900],
    ['AUD.50', 50],
    ['-USD.50', -50],
    ['kr.50', 5000],
    ['24.11.2026', null],
  ])('%j is %j', (text, cents) => {
    expect(readMoney(text, '.')?.cents ?? null).toBe(cents)
  })

  test.each([
    ['-8,78', -878],
    ['1.234,56', 123_456],
    ['1.234.567,5', 123_456_750],
    ['1 234,56 €', 123_456],
    ['1.234,56 kr.', 123_456],
    ['-1 234,56 kr', -123_456],
    ['1.234', 123_400],
    ['1,234', null],
  ])('%j with a decimal comma is %j', (text, cents) => {
    expect(readMoney(text, ',')?.cents ?? null).toBe(cents)
  })

  test.each([
    ['Amount (USD)', 'USD'],
    ['Betrag (€)', 'EUR'],
    ['Amount £', 'GBP'],
    ['Valor (R$)', 'BRL'],
    ['Débit euros', 'EUR'],
    ['Montant(EUROS)', 'EUR'],
    ['Amount ($)', null],
    ['Amount', null],
  ])('%s is in %s', (name, currency) => {
    expect(currencyIn(name)).toBe(currency)
  })

  test('has the numbers that its lines have in the file', async () => {
    const text = 'Account,062-000 1234\n\nDate,Amount,Description\n22/11/2026,1.00,A\n\n21/11/2026,2.00,B\n'
    expect(await read(text)).toMatchObject({ numbers: [4, 6] })
  })
})
