import type { Chosen, Column, Decisions } from '#shared/desk/statement-decisions.ts'
import { hasSign, isAmount, isCurrency, isNothing, readCurrency, readMoney } from './amounts.ts'
import { isProven, type Move } from './balance.ts'
import { dayOfInstant, readDay } from './days.ts'
import { type BankLine, quote, tidyText, type UnreadRow } from './lines.ts'
import { fold, isDirection, isHeldBack, senseOf } from './names.ts'

export type Row = { line: number; cells: string[] }

type ReadRows = {
  lines: BankLine[]
  unread: UnreadRow[]
  moves: Move[]
  hasDirection: boolean
} & Omit<Signs, 'toCents' | 'doWordsTell'>

/** Beginnings of rows that sum up others. */
const summary =
  /^\W*(?:(?:opening|closing|current|available|ledger|start(?:ing)?|begin(?:ning)?|end(?:ing)?|final)\s+balance|balance|saldo|solde|(?:sub-?)?totals?)\b/i

/** Cells that make a row a balance, whatever else it contains. */
const isBalance = (cell: string) =>
  /^(?:(?:opening|closing) balance|anfangssaldo|endsaldo|algsaldo|loppsaldo|kaive|s a l d o|saldo (?:do )?dia|saldo (?:inicial|final|anterior|poczatkowe|koncowe|iniziale|finale)|solde (?:initial|final))$/.test(
    fold(cell),
  )

/** Excludes payers such as "Total Tools", and references such as "total payment". */
const isTotal = (cell: string) =>
  /^(?:grand )?totals?(?: (?:of|for|in|out|this|the|all|credits?|debits?|deposits?|withdrawals?|payments?|transactions?|amount|money|period|month|day|page)){0,6}$/.test(
    fold(cell),
  )

/**
 * @property header currency in the header
 * @property width number of cells in the header; amounts further right make a row unreadable
 * @property said a person's answers
 * @property recalled a person's answers about an earlier file
 */
type Around = { header: string | null; width: number; said: Chosen; recalled: Chosen; timeZone: string }

/** Reads every row by the same decisions. */
export function readRows(rows: Row[], decisions: Decisions, around: Around): ReadRows {
  const { header, said, recalled } = around
  const raws = readSections(joinRows(rows, decisions), decisions, around)
  const read = raws.filter((raw) => raw.reason === null)
  const { toCents, doWordsTell, ...signs } = decideSigns(read, around)
  const unread = raws.flatMap(({ line, whole, reason }) =>
    reason === null ? [] : [{ line, text: whole, reason }],
  )
  const lines = read.map((raw): BankLine => {
    const { line, day, text, isPending } = raw
    return {
      line,
      day,
      amount: toCents(raw),
      text,
      account: '',
      // A currency beside the amount may be that of a foreign purchase.
      currency: said.currency ?? header ?? raw.currency ?? recalled.currency ?? null,
      isPending,
    }
  })
  const moves = read.flatMap(({ balance }, index) =>
    balance === null ? [] : [{ balance, amount: lines[index]?.amount ?? 0 }],
  )
  return {
    lines,
    unread,
    moves,
    hasDirection: read.some(({ sense }) => sense !== null) && doWordsTell,
    ...signs,
  }
}

const pickFrom =
  (columns: Column[]) =>
  ({ cells }: Row, ...of: Column[]) =>
    cells.filter((cell, index) => {
      const column = columns[index] ?? 'ignore'
      return of.includes(column) && (column === 'direction' ? cell !== '' : !isNothing(cell))
    })

/** A date below all rows is the day of the export. */
const hasDate = /\d{1,4}[./-]\d{1,2}[./-]\d{2,4}|\b\d{1,2}\.? [a-z]{3,9}\.? \d{4}\b/i

/**
 * Joins texts that continue in the next row. Leaves out balances, sums and remarks among and below the rows.
 */
function joinRows(rows: Row[], { columns, dates, until }: Decisions): Row[] {
  const pick = pickFrom(columns)
  const date = (row: Row) => pick(row, 'date', 'value_date')[0] ?? ''
  const hasMoney = (row: Row) => pick(row, 'amount', 'debit', 'credit').length > 0
  const isWords = (cell: string) => cell === '' || /\p{L}{2}/u.test(cell)
  const last = rows.findLastIndex((row) => hasMoney(row) || !isWords(date(row)))
  const text = columns.indexOf('text')
  const isSum = (row: Row) => row.cells.some(isTotal) && pick(row, 'text').every(isTotal)
  const joined: Row[] = []
  for (const [index, row] of rows.entries()) {
    if (row.cells.some(isBalance) || isSum(row)) continue
    const isSummary = row.cells.some((cell) => summary.test(cell))
    const hasDay = readDay(date(row), dates, until) !== null
    if (isSummary && !(hasDay ? hasMoney(row) : /\d/.test(date(row)) && index <= last)) continue
    const before = joined.at(-1)
    const more = pick(row, 'text').join(' ')
    const isFooter = index > last && hasDate.test(more)
    if (before && text >= 0 && more !== '' && date(row) === '' && !hasMoney(row) && !isFooter) {
      const cells = before.cells.with(text, `${before.cells[text] ?? ''} ${more}`)
      joined.splice(-1, 1, { ...before, cells })
    } else if (hasDay || index <= last) joined.push(row)
  }
  return joined
}

/** A single cell in place of a day is a heading, which may mark the rows below as pending. */
function readSections(rows: Row[], decisions: Decisions, around: Around): Raw[] {
  const { columns } = decisions
  let isHeld = false
  return rows.map((row) => {
    const [title = '', ...others] = row.cells.filter(Boolean)
    const isTitle = others.length === 0 && !/\d/.test(title) && columns[row.cells.indexOf(title)] === 'date'
    if (isTitle) isHeld = isHeldBack(title)
    const raw = readRow(row, decisions, around)
    return { ...raw, isPending: raw.isPending || isHeld }
  })
}

type Raw = Omit<BankLine, 'account' | 'amount'> & {
  amount: number | null
  debit: number | null
  credit: number | null
  balance: number | null
  sense: -1 | 1 | null
  /** The row's first cell with an amount. */
  cell: string
  whole: string
  /** Null if the row can be read. */
  reason: string | null
}

function readRow(row: Row, decisions: Decisions, { width, timeZone }: Around): Raw {
  const { columns, dates, until, decimal, out } = decisions
  const pick = pickFrom(columns)
  const reasons: string[] = []
  if (row.cells.slice(width).some(isAmount)) reasons.push('This row has more cells than the header.')
  const [date = ''] = pick(row, 'date')
  const [later = ''] = pick(row, 'value_date')
  const day = dayOfInstant(date || later, timeZone) ?? readDay(date || later, dates, until)
  if (!day) reasons.push(date || later ? `${quote(date || later)} isn’t a date.` : 'This row has no date.')
  let currency: string | null = null
  const cents = (column: Column) => {
    const [cell] = pick(row, column)
    const money = cell === undefined ? null : readMoney(cell, decimal)
    // Some banks write balances with another decimal separator than amounts.
    if (column === 'balance')
      return (money ?? readMoney(cell ?? '', decimal === '.' ? ',' : '.'))?.cents ?? null
    if (cell !== undefined && !money) reasons.push(`${quote(cell)} isn’t an amount.`)
    currency ??= money?.currency ?? null
    return money?.cents ?? null
  }
  const [amount, debit, credit, balance] = [
    cents('amount'),
    cents('debit'),
    cents('credit'),
    cents('balance'),
  ]
  if (amount === null && debit === null && credit === null) reasons.push('This row has no amount.')
  const [code] = pick(row, 'currency')
  if (code !== undefined && !isCurrency(code)) reasons.push(`${quote(code)} isn’t a currency.`)
  const [word] = pick(row, 'direction')
  const sense = word === undefined ? null : out === null ? senseOf(word) : isSame(word, out) ? -1 : 1
  const hasWord = columns.includes('direction') && columns.includes('amount')
  if (hasWord && sense === null && (amount ?? 0) > 0)
    reasons.push(`${quote(word ?? '')} says neither in nor out.`)
  return {
    line: row.line,
    day: day ?? '1970-01-01',
    text: tidyText(row.cells.filter((cell, index) => isText(cell, columns[index])).join(' ')),
    currency: code === undefined ? currency : readCurrency(code),
    isPending: pick(row, 'status').some(isHeldBack),
    amount,
    debit,
    credit,
    balance,
    sense,
    cell: pick(row, 'amount', 'debit', 'credit')[0] ?? '',
    whole: tidyText(row.cells.filter(Boolean).join(' ')),
    reason: reasons[0] ?? null,
  }
}

/** "DR" alone adds nothing to the text, but "Direct debit" does. */
function isText(cell: string, column: Column | undefined): boolean {
  return (column === 'text' && !isNothing(cell)) || (column === 'direction' && !isDirection(cell))
}

export const isSame = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()

/**
 * @property open cell with an amount that may be money in or out; null if none
 * @property isUnsigned whether amounts without a sign are money out
 * @property hasProof false if balances don't decide amounts without a sign
 */
type Signs = {
  toCents: (raw: Raw) => number
  doWordsTell: boolean
  open: string | null
  isUnsigned: boolean
  hasProof: boolean
}

/** Some banks sign money out, others only name it. Most rows show which; otherwise a person decides. */
function decideSigns(raws: Raw[], around: Pick<Around, 'said' | 'recalled'>): Signs {
  const said = around.said.unsigned ?? null
  const moved = raws.filter(({ amount }) => (amount ?? 0) !== 0)
  const gone = moved.filter(({ sense }) => sense === -1)
  const words = tally(gone, 'amount')
  const isOneWord = moved.every(({ sense }) => sense !== 1)
  const areWordsOpen = words.minus > 0 && (words.isEven || (isOneWord && words.minus < words.plus))
  const debits = tally(raws, 'debit')
  const credits = tally(raws, 'credit')
  const areDebitsOpen = debits.minus > 0 && debits.isEven
  const isBare = moved.length > 0 && moved.every(({ cell, sense }) => sense === null && !hasSign(cell))
  const hasBalances = moved.every(({ balance }) => balance !== null)
  const proven = ([1, -1] as const).find((sign) => hasBalances && isProven(movesBy(moved, sign)))
  const unsigned = said ?? around.recalled.unsigned ?? null
  const sign = isBare ? (proven ?? (unsigned === 'out' ? -1 : 1)) : 1
  const doSignsTell = areWordsOpen ? said !== 'out' : words.minus > words.plus
  const isSignedOut = areDebitsOpen ? said !== 'out' : debits.minus > debits.plus
  const isSignedIn = credits.minus > 1 && credits.minus > credits.plus
  const ways = [
    ...(areWordsOpen && said === null ? [gone.find(({ amount }) => (amount ?? 0) > 0)] : []),
    ...(areDebitsOpen && said === null ? [raws.find(({ debit }) => (debit ?? 0) > 0)] : []),
    ...(isBare && !proven && unsigned === null ? [moved[0]] : []),
  ]
  return {
    open: ways[0]?.cell ?? null,
    isUnsigned: sign === -1,
    hasProof: proven !== undefined || !isBare,
    doWordsTell: !doSignsTell,
    toCents: ({ amount, debit, credit, sense }) => {
      if (amount !== null) return doSignsTell || sense !== -1 ? sign * amount : 0 - amount
      const left = isSignedOut ? (debit ?? 0) : 0 - (debit ?? 0)
      return left + (isSignedIn ? 0 - (credit ?? 0) : (credit ?? 0))
    },
  }
}

function movesBy(raws: Raw[], sign: -1 | 1): Move[] {
  return raws.flatMap(({ amount, balance }) =>
    balance === null ? [] : [{ amount: sign * (amount ?? 0), balance }],
  )
}

function tally(raws: Raw[], part: 'amount' | 'debit' | 'credit') {
  const minus = raws.filter((raw) => (raw[part] ?? 0) < 0).length
  const plus = raws.filter((raw) => (raw[part] ?? 0) > 0).length
  return { minus, plus, isEven: minus === plus }
}
