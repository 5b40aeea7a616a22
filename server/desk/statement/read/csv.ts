import { addDays, type Day, formatDate } from '#shared/calendar/calendar.ts'
import { areTheseTheColumns } from '#shared/desk/form-answer.ts'
import type { Chosen, Column, Decisions, Reading } from '#shared/desk/statement-decisions.ts'
import { countChains } from './balance.ts'
import { isDay } from './days.ts'
import { currencyOf, type Decided, decide, type Known, readUnsigned } from './decide.ts'
import { isSameLayout, type Layout, type Remembered } from './decisions.ts'
import { cellsOf, kindsOf, type Table } from './guess-columns.ts'
import { type BankFile, quote, tidyText, Unreadable } from './lines.ts'
import { isUnknownStatus, nameOf, senseOf } from './names.ts'
import { type Parsed, parseTable } from './parse-table.ts'
import { isSame, type Row, readRows } from './read-rows.ts'

export type HowToRead = {
  /** Decisions by a person. */
  chosen: Chosen | null
  /** Decisions remembered for this layout; the file decides the rest. */
  remembered: Remembered | null
  /** Asks a person to confirm columns that the file alone decided. */
  asksColumns?: boolean
  /** Company's time zone, which gives a time with an offset its day. */
  timeZone: string
  today: Day
}

/** Rows shown to a person with a question. */
const sampleRows = 5

/**
 * Decides from the file how to read its rows; a person decides the rest.
 * @throws Unreadable for a broken line, or with a question
 */
export function readCsv(
  text: string,
  encoding: Decisions['encoding'],
  { chosen, remembered, today, timeZone, asksColumns = false }: HowToRead,
): BankFile {
  const said = chosen ?? {}
  const parsed = (remembered && parseAlike(text, said, remembered)) ?? parseTable(text, said)
  const { table: whole, body, title, above, line, shape, told } = parsed
  const table = withDays(whole)
  const layout = layoutOf(table)
  const recalled = remembered && isSameLayout(remembered.layout, layout) ? remembered.decisions : null
  const around = { said, shape: { encoding, ...shape }, title, today, timeZone }
  const read = (known: Chosen | null) => readBy(table, body, { ...around, recalled: known ?? {} })
  let found = read(recalled)
  const isRecalled = !chosen?.columns && recalled !== null && found.problem === null
  if (recalled !== null && found.problem !== null) found = read(null)
  const sample = {
    header: table.header?.map(tidyText) ?? null,
    rows: whole.rows.slice(0, sampleRows).map((row) => row.map(tidyText)),
  }
  const isAsked = asksColumns && !chosen?.columns && !isRecalled
  if (found.problem !== null || found.rows === null || isAsked)
    throw new Unreadable(line, found.problem ?? areTheseTheColumns, { ...found.question, ...sample })
  const { decisions, rows } = found
  const isSaid = (part: keyof Decisions) =>
    said[part] !== undefined || remembered?.decisions[part] !== undefined
  const undecided = [
    ...found.undecided,
    ...(['encoding', 'currency'] as const).filter((part) => !isSaid(part)),
    ...(['delimiter', 'header'] as const).filter((part) => shape[part] === told[part]),
  ]
  const unread = [...above, ...rows.unread]
  return {
    ...rows,
    unread,
    accounts: [''],
    decided: describe(table, decisions, rows),
    csv: { decisions, layout: { ...layout, undecided }, sample },
  }
}

/** A person's choice of delimiter or header applies again to files of the same layout. */
function parseAlike(text: string, said: Chosen, { decisions, layout }: Remembered): Parsed | null {
  const { delimiter, header } = decisions
  if (!delimiter && !header) return null
  try {
    const parsed = parseTable(text, { ...(delimiter && { delimiter }), ...(header && { header }), ...said })
    return isSameLayout(layout, layoutOf(withDays(parsed.table))) ? parsed : null
  } catch (error) {
    if (error instanceof Unreadable) return null
    throw error
  }
}

function layoutOf(table: Table): Layout {
  const { header } = table
  return header ? { header: header.map((name) => name.toLowerCase()) } : { kinds: kindsOf(table) }
}

/** Drops rows without a day, which are remarks. */
function withDays({ header, rows }: Table): Table {
  const dated = rows.filter((row) => row.some(isDay))
  return { header, rows: dated.length > 0 ? dated : rows }
}

type ReadAttempt = Decided & { rows: ReturnType<typeof readRows> | null; problem: string | null }

/** @property problem question for a person; null if there is none */
function readBy(table: Table, body: Row[], known: Known): ReadAttempt {
  const { question, ...decided } = decide(table, known)
  const { decisions } = decided
  const open = (problem: string, readings = question.readings): ReadAttempt => {
    return { ...decided, question: { ...question, readings }, rows: null, problem }
  }
  if (!question.guess) return open('Which column is what? Nobody can tell from these rows.')
  if (!isEnough(decisions.columns)) return open('A statement needs a date, and an amount or money in.')
  const [reading] = question.readings
  if (reading) return open(askWhich(reading))
  const rows = readRows(body, decisions, {
    header: currencyOf(table, decisions.columns),
    width: widthOf(table, known),
    ...known,
  })
  const [first] = rows.unread
  const isMostlyRead =
    rows.unread.length <=
    (known.said.columns || known.recalled.columns ? Math.max(0, body.length - 1) : rows.lines.length)
  if (first && !isMostlyRead)
    return open(`Most rows can’t be read this way. Line ${first.line}: ${first.reason}`)
  if (isContradicted(table, decisions, rows))
    return { ...readBy(table, body, withoutBalance(known, decisions)), rows: null, problem: contradiction }
  if (rows.open !== null) {
    const asked = readUnsigned(rows.open)
    return open(askWhich(asked), [asked])
  }
  const [currency = null, another] = new Set(rows.lines.map((each) => each.currency))
  const told = another === undefined ? { currency } : {}
  return {
    ...decided,
    decisions: { ...decisions, ...told },
    question: { ...question, ...told },
    rows,
    problem: null,
  }
}

/** A thousands comma splits one cell in two. A person may choose columns beyond the header. */
function widthOf({ header, rows }: Table, { said }: Known): number {
  const width = header?.length ?? Number.POSITIVE_INFINITY
  const wider = rows.filter((row) => row.length > width).length
  return said.columns && wider * 2 > rows.length ? Number.POSITIVE_INFINITY : width
}

const contradiction =
  'The balances don’t follow from the amounts. Choose the columns again, or read the file without its balance, as proposed here.'

/** Ignores the balance in the proposed answer, since the same columns would raise the same question. */
function withoutBalance({ said, ...known }: Known, { columns }: Decisions): Known {
  const others = columns.map((column) => (column === 'balance' ? 'ignore' : column))
  return { ...known, said: { ...said, columns: others } }
}

/** Each account number has its own chain of balances, which unread rows and empty balances break. */
function isContradicted(table: Table, { columns }: Decisions, read: ReturnType<typeof readRows>): boolean {
  if (!columns.includes('balance')) return false
  const account = ownAccountOf(table)
  const accounts = new Set(table.rows.map((row) => row[account] ?? '')).size
  const gaps = read.unread.length + read.lines.length - read.moves.length
  return countChains(read.moves) > Math.max(1, accounts) + gaps
}

/** Ignores a column of cards, which is empty where none was used. @returns -1 if there is no such column */
function ownAccountOf(table: Table): number {
  const filled = (index: number) => cellsOf(table, index).length
  const named = (table.header ?? []).flatMap((name, index) => (nameOf(name) === 'account' ? [index] : []))
  const [account = -1] = named.toSorted((a, b) => filled(b) - filled(a))
  return filled(account) > table.rows.length / 2 ? account : -1
}

function askWhich({ of, text, ways }: Reading): string {
  const both = `${quote(text)} is ${ways.map(({ reads }) => reads).join(' or ')}.`
  return `${both} ${asks[of]}`
}

const asks: Record<Reading['of'], string> = {
  dates: 'Does the day come first, or the month?',
  until: 'Which year is it?',
  decimal: 'Is the point decimal, or the comma?',
  unsigned: 'Nothing in the file tells which.',
}

function isEnough(columns: Column[]): boolean {
  const has = (column: Column) => columns.includes(column)
  return (has('date') || has('value_date')) && (has('amount') || has('credit'))
}

const firstWords = { dmy: 'Days come first.', mdy: 'Months come first.', ymd: 'Years come first.' }

function describe(
  table: Table,
  decisions: Decisions,
  { hasDirection, isUnsigned, hasProof, moves }: ReturnType<typeof readRows>,
): string[] {
  const { columns, dates, until, decimal, currency, out } = decisions
  const words = (column: Column) => [...new Set(cellsOf(table, columns.indexOf(column)))]
  const gone = words('direction').filter((word) => (out === null ? senseOf(word) === -1 : isSame(word, out)))
  const unknown = words('status').filter(isUnknownStatus).slice(0, 3)
  return [
    firstWords[dates],
    ...(until ? [`Days without a year come before ${formatDate(addDays(until, 1))}.`] : []),
    decimal === '.' ? 'Points are decimals.' : 'Commas are decimals.',
    ...(currency ? [`Amounts are in ${currency}.`] : []),
    ...(isUnsigned ? ['Amounts without a sign are money out.'] : []),
    ...(hasDirection && gone.length > 0 ? [`${gone.slice(0, 3).join(', ')} is money out.`] : []),
    ...(columns.includes('balance') && hasProof && moves.length > 1
      ? ['The balances follow from the amounts.']
      : []),
    ...(unknown.length > 0 ? [`${unknown.map(quote).join(', ')} counts as booked.`] : []),
  ]
}
