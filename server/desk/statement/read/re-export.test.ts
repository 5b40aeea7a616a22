import { stringify } from 'csv-stringify/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day } from '#shared/calendar/calendar.ts'
import { type Column, type Decisions, decisionsSchema } from '#shared/desk/statement-decisions.ts'
import { runs } from '#shared/testing/properties.ts'
import { bytesOf, namesOfFiles } from '../fixtures/shapes.ts'
import { readBankFile } from './read-file.ts'

type Line = { day: Day; amount: number; text: string }

/** How a bank may write the same lines. */
type Form = Pick<Decisions, 'encoding' | 'delimiter' | 'decimal'> & {
  thousands: boolean
  dates: 'dmy' | 'mdy' | 'ymd' | 'named' | 'yearless'
  /** Whether a line above the header gives the last day. */
  hasTitle: boolean
  /** Currency mark beside amounts. */
  mark: keyof typeof marks
  sides: 'signed' | 'two columns' | 'direction'
  words: [string, string]
  hasHeader: boolean
  hasBalance: boolean
  isNewestFirst: boolean
}

const marks = { '': null, A$: 'AUD', RM: 'MYR', 'kr ': null, CHF: 'CHF', '€ ': 'EUR', 'R$ ': 'BRL' }
const signs = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' }

const forms: fc.Arbitrary<Form> = fc.record({
  encoding: fc.constantFrom('utf-8', 'utf-16le', 'utf-16be', 'windows-1252'),
  delimiter: fc.constantFrom('comma', 'semicolon', 'tab', 'pipe'),
  decimal: fc.constantFrom('.', ','),
  thousands: fc.boolean(),
  dates: fc.constantFrom('dmy', 'mdy', 'ymd', 'named', 'yearless'),
  hasTitle: fc.boolean(),
  mark: fc.constantFrom(...(Object.keys(marks) as (keyof typeof marks)[])),
  sides: fc.constantFrom('signed', 'two columns', 'direction'),
  words: fc.constantFrom(
    ['DR', 'CR'],
    ['Debit', 'Credit'],
    ['D', 'C'],
    ['S', 'H'],
    ['Af', 'Bij'],
    ['-', '+'],
    ['out', 'in'],
  ),
  hasHeader: fc.boolean(),
  hasBalance: fc.boolean(),
  isNewestFirst: fc.boolean(),
})

const names: Partial<Record<Column, string>> = {
  date: 'Date',
  text: 'Description',
  amount: 'Amount',
  debit: 'Debit',
  credit: 'Credit',
  direction: 'Dr/Cr',
  balance: 'Balance',
}

function columnsOf({ sides, hasBalance }: Form): Column[] {
  const money: Record<Form['sides'], Column[]> = {
    signed: ['amount'],
    'two columns': ['debit', 'credit'],
    direction: ['amount', 'direction'],
  }
  return ['date', 'text', ...money[sides], ...(hasBalance ? (['balance'] as const) : [])]
}

/** @returns the file, and what a reader must find in it */
function write(lines: Line[], form: Form): { file: Buffer; truth: Decisions; expected: Line[] } {
  const columns = columnsOf(form)
  const ordered = form.isNewestFirst ? lines.toReversed() : lines
  const balances = new Map<Line, number>()
  let balance = 100_000
  for (const line of lines) {
    balance += line.amount
    balances.set(line, balance)
  }
  const rows = ordered.map((line) =>
    columns.map((column) => cellOf(column, line, balances.get(line) ?? 0, form)),
  )
  const header = form.hasHeader ? [columns.map((column) => names[column] ?? '')] : []
  const dates = form.dates === 'named' || form.dates === 'yearless' ? 'dmy' : form.dates
  const until = lines.at(-1)?.day ?? '2026-12-31'
  const title = form.hasTitle && form.hasHeader ? `Until ${dayOf(until, 'named')}\n\n` : ''
  const text = title + stringify([...header, ...rows], { delimiter: signs[form.delimiter] })
  const { decimal, encoding, delimiter } = form
  return {
    file: encode(text, encoding),
    truth: {
      encoding,
      delimiter,
      header: form.hasHeader ? 'yes' : 'no',
      columns,
      dates,
      until: form.dates === 'yearless' ? until : null,
      decimal,
      currency: marks[form.mark],
      unsigned: 'in',
      out: null,
    },
    expected: ordered.map((line) => ({
      ...line,
      text: line.text,
    })),
  }
}

const wordOf = ({ amount }: Line, { words: [out, came] }: Form) => (amount < 0 ? out : came)

function cellOf(column: Column, line: Line, balance: number, form: Form): string {
  const { amount } = line
  if (column === 'date') return dayOf(line.day, form.dates)
  if (column === 'text') return line.text
  if (column === 'direction') return wordOf(line, form)
  if (column === 'balance') return moneyOf(balance, form)
  if (column === 'debit') return amount < 0 ? moneyOf(-amount, form) : ''
  if (column === 'credit') return amount < 0 ? '' : moneyOf(amount, form)
  return moneyOf(form.sides === 'direction' ? Math.abs(amount) : amount, form)
}

function encode(text: string, encoding: Decisions['encoding']): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text)
  if (encoding === 'windows-1252') return Buffer.from(text, 'latin1')
  const bytes = Buffer.from(text, 'utf16le')
  return encoding === 'utf-16le' ? bytes : bytes.swap16()
}

function moneyOf(cents: number, { decimal, thousands, mark }: Form): string {
  const whole = String(Math.trunc(Math.abs(cents) / 100))
  const grouped = thousands ? whole.replace(/\B(?=(?:\d{3})+$)/g, decimal === '.' ? ',' : '.') : whole
  return `${cents < 0 ? '-' : ''}${mark}${grouped}${decimal}${String(Math.abs(cents) % 100).padStart(2, '0')}`
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function dayOf(day: Day, dates: Form['dates']): string {
  const [year, month = '', date] = day.split('-')
  if (dates === 'ymd') return day
  if (dates === 'named') return `${date} ${months[Number(month) - 1]} ${year}`
  if (dates === 'yearless') return `${date} ${months[Number(month) - 1]}`
  return dates === 'dmy' ? `${date}/${month}/${year}` : `${month}/${date}/${year}`
}

const escapeText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const toOfx = (lines: Line[]) =>
  `OFXHEADER:100\n\n<OFX><STMTRS><CURDEF>AUD<BANKTRANLIST>${lines
    .map(
      ({ day, amount, text }) =>
        `<STMTTRN><DTPOSTED>${day.replaceAll('-', '')}<TRNAMT>${amount / 100}<NAME>${escapeText(text)}</STMTTRN>`,
    )
    .join('\n')}</BANKTRANLIST></STMTRS></OFX>`

const toCamt = (lines: Line[]) =>
  `<Document><BkToCstmrStmt><Stmt>${lines
    .map(
      ({ day, amount, text }) =>
        `<Ntry><Amt Ccy="AUD">${Math.abs(amount) / 100}</Amt><CdtDbtInd>${amount < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd><BookgDt><Dt>${day}</Dt></BookgDt><NtryDtls><TxDtls><RmtInf><Ustrd>${escapeText(text)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
    )
    .join('')}</Stmt></BkToCstmrStmt></Document>`

const read = (text: string | Buffer, chosen: Partial<Decisions> | null = null) =>
  readBankFile({
    bytes: Buffer.from(text as string),
    chosen,
    remembered: null,
    timeZone: 'UTC',
    today: '2026-11-30',
  })

async function linesOf(file: Awaited<ReturnType<typeof read>>): Promise<Line[] | string> {
  if (!('days' in file)) return file.question ? file.detail : `refused: ${file.detail}`
  expect(file.unread).toEqual([])
  return file.days.map((day, index) => ({
    day,
    amount: file.amounts[index] ?? 0,
    text: file.texts[index] ?? '',
  }))
}

/** A header names the columns, so that only days may be open. */
function isTold(lines: Line[], { hasHeader, hasTitle, encoding, dates, sides, hasBalance }: Form): boolean {
  const isProven = hasBalance && lines.length > 1
  const isSigned = sides !== 'signed' || isProven || lines.some(({ amount }) => amount < 0)
  const isNumeric = dates === 'dmy' || dates === 'mdy'
  const turned = ({ day: [, , , , , m1, m2, , d1, d2] }: Line) => `${m1}${m2}` === `${d1}${d2}`
  return (
    hasHeader &&
    isSigned &&
    (dates !== 'yearless' || hasTitle) &&
    // Earlier encodings look alike.
    (encoding !== 'windows-1252' || lines.every(({ text }) => /^\p{ASCII}*$/u.test(text))) &&
    (!isNumeric || lines.some(({ day }) => Number(day.slice(8)) > 12) || lines.every(turned))
  )
}

async function requireSame(lines: Line[], given: Form): Promise<void> {
  const isWritable = lines.every(({ text }) => /^[\0-\x7f\xa0-\xff]*$/.test(text))
  const hasMark = given.mark !== '€ ' && isWritable
  const form: Form = {
    ...given,
    encoding: given.encoding !== 'windows-1252' || hasMark ? given.encoding : 'utf-8',
  }
  const { file, truth, expected } = write(lines, form)
  const told = await read(file)
  const found = await linesOf(told)
  if ('days' in told) expect(new Set(told.currencies)).toEqual(new Set([marks[form.mark]]))
  if (isTold(lines, form)) expect(found).toEqual(expected)
  // Open questions are asked, and never guessed wrongly.
  else if (typeof found !== 'string' && form.encoding !== 'windows-1252')
    expect([expected, withWords(expected, form)]).toContainEqual(found)
  else expect(await linesOf(await read(file, truth))).toEqual(expected)
}

/** Without a header, "CR" beside every line may be its text. */
function withWords(lines: Line[], form: Form): Line[] {
  const isOneSided = new Set(lines.map(({ amount }) => amount < 0)).size === 1
  if (form.hasHeader || form.sides !== 'direction' || !isOneSided) return lines
  return lines.map((line) => ({ ...line, text: `${line.text} ${wordOf(line, form)}` }))
}

async function fixtureLines(name: string): Promise<Line[]> {
  const file = await read(bytesOf(name))
  if (!('days' in file)) return []
  const lines = file.days.map((day, index) => ({
    day,
    amount: file.amounts[index] ?? 0,
    text: file.texts[index] ?? '',
  }))
  return lines.toSorted((a, b) => (a.day < b.day ? -1 : 1))
}

describe('the rows of a file read the same', () => {
  test.each(namesOfFiles().filter((name) => !/^(?:asks|refused)|mt940|no-entr|no-trans|empty/.test(name)))(
    'from %s in every other form',
    async (name) => {
      const lines = await fixtureLines(name)
      expect(lines.length).toBeGreaterThan(0)
      await fc.assert(
        fc.asyncProperty(forms, (form) => requireSame(lines, form)),
        { numRuns: runs(4) },
      )
      expect(await linesOf(await read(toOfx(lines)))).toEqual(lines)
      expect(await linesOf(await read(toCamt(lines)))).toEqual(lines)
    },
  )

  const words = fc.constantFrom(
    'Transfer',
    'J Example',
    '2026-000012',
    '10.00',
    'DR',
    '24/11/2026',
    'INV 351',
    'Total tools',
    'Ö & Co',
    '"quoted"',
    '<b>',
  )
  const line = fc.record({
    day: fc.integer({ min: 0, max: 60 }).map((days) => addDays('2026-11-01', days)),
    amount: fc.integer({ min: -200_000, max: 200_000 }).filter((cents) => cents !== 0),
    text: fc.array(words, { minLength: 0, maxLength: 3 }).map((some) => ['Pay', ...some].join(' ')),
  })
  const statement = fc
    .array(line, { minLength: 1, maxLength: 12 })
    .map((lines) => lines.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)))

  test('whoever paid, in every form', async () => {
    await fc.assert(fc.asyncProperty(statement, forms, requireSame), { numRuns: runs(300) })
  })

  const wrong = fc.record({
    encoding: fc.constantFrom(...decisionsSchema.shape.encoding.options),
    delimiter: fc.constantFrom(...decisionsSchema.shape.delimiter.options),
    header: fc.constantFrom(...decisionsSchema.shape.header.options),
  })

  test('or are asked about again, however wrongly somebody says that they are written', async () => {
    await fc.assert(
      fc.asyncProperty(statement, forms, wrong, async (lines, form, chosen) => {
        const answer = await read(write(lines, form).file, chosen)
        expect('days' in answer || answer.question).toBeTruthy()
      }),
      { numRuns: runs(300) },
    )
  })
})
