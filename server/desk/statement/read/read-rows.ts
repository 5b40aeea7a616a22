import { readCurrency, readMoney } from './amounts.ts'
import type { Move } from './balance.ts'
import { readDay } from './days.ts'
import type { Column, Decisions } from './decisions.ts'
import { type BankLine, quote, tidyText, type UnreadRow } from './lines.ts'
import { fold, isDirection, isHeldBack, senseOf } from './names.ts'

export type Row = { line: number; cells: string[] }

type ReadRows = { lines: BankLine[]; unread: UnreadRow[]; moves: Move[]; hasDirection: boolean }

/** Begins a row that sums up others. */
const summary =
  /^\W*(?:(?:opening|closing|current|available|ledger|start(?:ing)?|end(?:ing)?|final)\s+balance|balance|saldo|solde|(?:sub-?)?totals?)\b/i

/** A row that is one, whatever else it has. */
const isBalance = (cell: string) =>
  /^(?:(?:opening|closing) balance|anfangssaldo|endsaldo|saldo (?:inicial|final|anterior|poczatkowe|koncowe|iniziale|finale)|solde (?:initial|final))$/.test(
    fold(cell),
  )

/** Reads every row by the same decisions. @param currency as the header says */
export function readRows(rows: Row[], decisions: Decisions, currency: string | null): ReadRows {
  const raws = joinRows(rows, decisions).map((row) => readRow(row, decisions))
  const read = raws.filter((raw) => raw.reason === null)
  const toCents = decideSigns(read, decisions.unsigned === 'out' ? -1 : 1)
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
      currency: raw.currency ?? currency,
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
    hasDirection: read.some(({ sense }) => sense !== null) && !doSignsTell(read),
  }
}

const pickFrom =
  (columns: Column[]) =>
  ({ cells }: Row, ...of: Column[]) =>
    cells.filter((cell, index) => cell !== '' && of.includes(columns[index] ?? 'ignore'))

/** Joins texts that go on in the next row, and leaves out what banks write among rows and below them: balances, sums, words. */
function joinRows(rows: Row[], { columns, dates }: Decisions): Row[] {
  const pick = pickFrom(columns)
  const date = (row: Row) => pick(row, 'date', 'value_date')[0] ?? ''
  const hasMoney = (row: Row) => pick(row, 'amount', 'debit', 'credit').length > 0
  const isWords = (cell: string) => cell === '' || /\p{L}{2}/u.test(cell)
  const last = rows.findLastIndex((row) => hasMoney(row) || !isWords(date(row)))
  const text = columns.indexOf('text')
  const joined: Row[] = []
  for (const [index, row] of rows.entries()) {
    if (row.cells.some(isBalance)) continue
    const isSummary = row.cells.some((cell) => summary.test(cell))
    const hasDay = readDay(date(row), dates) !== null
    if (isSummary && !(hasDay ? hasMoney(row) : /\d/.test(date(row)) && index <= last)) continue
    const before = joined.at(-1)
    const more = pick(row, 'text').join(' ')
    if (before && text >= 0 && more !== '' && date(row) === '' && !hasMoney(row)) {
      const cells = before.cells.with(text, `${before.cells[text] ?? ''} ${more}`)
      joined.splice(-1, 1, { ...before, cells })
    } else if (hasDay || index <= last) joined.push(row)
  }
  return joined
}

type Raw = Omit<BankLine, 'account' | 'amount'> & {
  amount: number | null
  debit: number | null
  credit: number | null
  balance: number | null
  sense: -1 | 1 | null
  whole: string
  /** Null if the row can be read. */
  reason: string | null
}

function readRow(row: Row, { columns, dates, decimal, out }: Decisions): Raw {
  const pick = pickFrom(columns)
  const reasons: string[] = []
  const [date = ''] = pick(row, 'date')
  const [later = ''] = pick(row, 'value_date')
  const day = readDay(date || later, dates)
  if (!day) reasons.push(date || later ? `${quote(date || later)} isn’t a date.` : 'This row has no date.')
  let currency: string | null = null
  const cents = (column: Column) => {
    const [cell] = pick(row, column)
    const money = cell === undefined ? null : readMoney(cell, decimal)
    // Some banks write the balance in another way than amounts.
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
  if (code !== undefined && !readCurrency(code)) reasons.push(`${quote(code)} isn’t a currency.`)
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
    ...{ amount, debit, credit, balance, sense },
    whole: tidyText(row.cells.filter(Boolean).join(' ')),
    reason: reasons[0] ?? null,
  }
}

/** "DR" alone says nothing more, but "Direct debit" does. */
function isText(cell: string, column: Column | undefined): boolean {
  return column === 'text' || (column === 'direction' && !isDirection(cell))
}

export const isSame = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()

/** Banks sign money out, or only name it. All rows show which. */
function decideSigns(raws: Raw[], sign: -1 | 1): (raw: Raw) => number {
  const isSignedOut = raws.every(({ debit }) => (debit ?? 0) <= 0)
  const isSignedIn = raws.every(({ credit }) => (credit ?? 0) <= 0)
  const isTold = doSignsTell(raws)
  return ({ amount, debit, credit, sense }) => {
    if (amount !== null) return isTold || sense !== -1 ? sign * amount : 0 - amount
    const left = isSignedOut ? (debit ?? 0) : 0 - (debit ?? 0)
    return left + (isSignedIn ? 0 - (credit ?? 0) : (credit ?? 0))
  }
}

/** Words of direction add nothing where most money out has its sign. */
function doSignsTell(raws: Raw[]): boolean {
  const gone = raws.filter(({ sense, amount }) => sense === -1 && amount !== null && amount !== 0)
  return gone.length > 0 && gone.filter(({ amount }) => (amount ?? 0) < 0).length * 2 > gone.length
}
