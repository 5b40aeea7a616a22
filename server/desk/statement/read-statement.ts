import { type Day, dayIn } from '#shared/calendar/calendar.ts'
import {
  type Statement,
  type StatementGroup,
  type StatementLine,
  statementGroups,
} from '#shared/desk/statement-answers.ts'
import { mostBankFee } from '#shared/orders/bank-fee.ts'
import type { Clock, Data, Seller } from '../../context.ts'
import type { Db } from '../../runtime/db/database.ts'
import { inChunks } from '../../runtime/db/in-chunks.ts'
import { pageSize, readBatches } from '../../runtime/db/read-batches.ts'
import type { StatementRow } from '../../runtime/db/rows/statements.ts'
import { isId } from '../../runtime/ids.ts'
import { AppError } from '../../web/http/errors.ts'
import { findCandidates, findQuotes, type NamedOrder, type NamedQuote } from './find-candidates.ts'
import { findLookalikes } from './find-lookalikes.ts'
import { type Match, noMatch } from './match/match.ts'
import { yearsUntil } from './match/references.ts'
import { mostRows, tooManyRows } from './read/limits.ts'
import { takeTurn } from './take-turns.ts'

/**
 * @property each maximum lines per group
 * @property after place after which to continue lines that are booked or left alone
 */
type Part = { each?: number | undefined; after?: number | undefined }

export type ReadContext = Data & Clock & Seller

/**
 * Matches all lines again, because orders may have changed.
 * @throws AppError 404 `statement_not_found`, 422 `statement_unreadable` for one above today's limit
 */
export async function readStatement(ctx: ReadContext, id: string, part: Part = {}): Promise<Statement> {
  const { reader } = ctx.database
  const statement = await findStatement(reader, id)
  if (statement.lines > mostRows)
    throw new AppError(422, 'statement_unreadable', tooManyRows, { members: { line: mostRows + 1 } })
  const rows = await withLookalikes(ctx, await readLines(reader, statement))
  const { matches, candidates, quotes } = rows.length === 0 ? nothingFound : await matchRows(ctx, rows)
  const own = ctx.library.typed.pricing.currency
  const lines = rows.map((row, index) => toLine(row, matches.get(index) ?? noMatch, own))
  const unread: Statement['unread'] = JSON.parse(statement.unread)
  const shown = choosePart(lines, unread, part)
  const days = rows.map(({ day }) => day).toSorted()
  return {
    id,
    account: [...new Set([statement.account, ...rows.flatMap(({ account }) => account ?? [])])].join(', '),
    decisions: parseJson(statement.decisions),
    sample: parseJson(statement.sample),
    decided: JSON.parse(statement.decided),
    unread: shown.unread,
    from: days[0] ?? null,
    to: days.at(-1) ?? null,
    totals: { ...sumLines(lines), unread: unread.length },
    lines: shown.lines,
    next: shown.next,
    awaited: awaitedOf(shown.lines, candidates),
    quotes: quotesOf(shown.lines, quotes),
  }
}

const parseJson = (text: string | null) => (text === null ? null : JSON.parse(text))

type Matches = { matches: Map<number, Match>; candidates: NamedOrder[]; quotes: NamedQuote[] }

const nothingFound: Matches = { matches: new Map(), candidates: [], quotes: [] }

/** @returns matches by index of the line */
function matchRows({ database, library, clock }: ReadContext, rows: LineRow[]): Promise<Matches> {
  const { timeZone } = library.typed.site.company
  const texts = rows.map(({ text }) => text)
  const amounts = rows.map(({ left, pending }) => (pending ? 0 : left))
  const currencies = rows.map(({ currency }) => currency)
  const days = rows.map(({ day }) => day)
  const [from = dayIn(timeZone, clock())] = days.toSorted()
  return takeTurn(database, async (thread) => {
    const today = dayIn(timeZone, clock())
    const numbers = await thread.run('numbersIn', { texts, years: yearsUntil(today) })
    const candidates = await findCandidates(database.reader, { ...numbers, from, timeZone })
    const quotes = await findQuotes(database.reader, { ...numbers, from })
    const lines = { texts, amounts, days, currencies, today }
    return { matches: await thread.run('matchLines', { lines, candidates, quotes }), candidates, quotes }
  })
}

async function withLookalikes({ database, library }: ReadContext, rows: PaidRow[]): Promise<LineRow[]> {
  const found = await findLookalikes(database.reader, rows, library.typed.site.company)
  return rows.map((row, index) => ({ ...row, lookalikes: found[index] ?? [] }))
}

/** @param own the shop's currency */
function toLine(
  { day, left, hash, accountId, bookedOrders, takenBackFrom, lookalikes, pending, ...row }: LineRow,
  match: Match,
  own: string,
): StatementLine {
  const line = { ...row, left, date: day, reason: null }
  if (left === 0 && bookedOrders.length > 0)
    return { ...line, ...noMatch, state: 'already', orders: bookedOrders }
  // The line still names the order that it no longer pays.
  const isTakenBack = left === row.amount && match.orders.some((number) => takenBackFrom.includes(number))
  if (match.state === 'matched' && isTakenBack) return { ...line, ...match, state: 'taken_back' }
  // A line that names another order in full is another payment.
  const alike =
    match.state === 'matched' ? lookalikes.filter((each) => match.orders.includes(each)) : lookalikes
  const [booked] = left === row.amount && canPay.includes(match.state) ? alike : []
  if (booked) {
    const why = match.why.map((each) => `${each}, but the line looks like one that is booked for ${booked}`)
    return { ...line, ...match, state: why.length > 1 ? 'several' : 'proposed', why, split: null }
  }
  if (match.state !== 'none') return { ...line, ...match }
  if (pending) return { ...line, ...match, state: 'held' }
  if (row.amount <= 0) return { ...line, ...match, reason: 'money_out' }
  return { ...line, ...match, reason: (row.currency ?? own) === own ? null : 'currency' }
}

const canPay: Match['state'][] = ['matched', 'proposed', 'several', 'wrong_amount']

/** @throws AppError 404 `statement_not_found` */
export async function findStatement(db: Db, id: string): Promise<StatementRow & { account: string }> {
  const statement = isId(id)
    ? await db
        .selectFrom('statements')
        .innerJoin('bank_accounts', 'bank_accounts.id', 'account_id')
        .selectAll('statements')
        .select('bank_accounts.name as account')
        .where('statements.id', '=', id)
        .executeTakeFirst()
    : undefined
  if (statement) return statement
  throw new AppError(404, 'statement_not_found', 'There is no such statement.')
}

type LineRow = Pick<StatementLine, 'n' | 'amount' | 'text' | 'bookedAt' | 'currency' | 'account'> & {
  day: Day
  hash: string
  accountId: string
  pending: number | null
  /** Rest in cents that isn't booked to an order. */
  left: number
  bookedOrders: string[]
  takenBackFrom: string[]
  /** Orders of booked lines that may be the same payment. */
  lookalikes: string[]
}

async function readLines(reader: Db, { id, account_id }: StatementRow): Promise<PaidRow[]> {
  const lines: PaidRow[] = []
  const start: Pick<LineRow, 'n'> = { n: 0 }
  const pages = readBatches<Pick<LineRow, 'n'>, FoundRow>(start, ({ n }) =>
    reader
      .selectFrom('statement_lines')
      .leftJoin('bank_accounts', 'bank_accounts.id', 'account_id')
      .select(['n', 'day', 'amount', 'text', 'currency', 'pending', 'hash', 'name as account'])
      .select(({ fn, val }) => fn.coalesce('account_id', val(account_id)).as('accountId'))
      .where('statement_id', '=', id)
      .where('n', '>', n)
      .orderBy('n')
      .limit(pageSize / 2)
      .execute(),
  )
  for await (const rows of pages) lines.push(...(await withPayments(reader, rows)))
  return lines
}

type PaidRow = Omit<LineRow, 'lookalikes'>
type FoundRow = Omit<PaidRow, 'left' | 'bookedOrders' | 'takenBackFrom' | 'bookedAt'>

async function withPayments(reader: Db, rows: FoundRow[]): Promise<PaidRow[]> {
  const hashes = rows.map(({ hash }) => hash)
  const payments = await inChunks(hashes, (some) =>
    reader
      .selectFrom('payments')
      .innerJoin('orders', 'orders.id', 'payments.order_id')
      .select(['statement_line as line', 'number', 'amount', 'payments.created_at as at'])
      .where('statement_line', 'in', some)
      .orderBy('payments.created_at')
      .execute(),
  )
  const byLine = Map.groupBy(payments, ({ line }) => line)
  return rows.map((row) => {
    const entries = byLine.get(row.hash) ?? []
    const numbers = [...new Set(entries.map(({ number }) => number))]
    const isStanding = (number: string) => sumOf(entries.filter((entry) => entry.number === number)) !== 0
    const bookedOrders = numbers.filter(isStanding)
    return {
      ...row,
      left: row.amount - sumOf(entries),
      bookedOrders,
      takenBackFrom: numbers.filter((number) => !isStanding(number)),
      bookedAt: entries.findLast(({ number }) => bookedOrders.includes(number))?.at ?? null,
    }
  })
}

const sumOf = (entries: { amount: number }[]) => entries.reduce((sum, { amount }) => sum + amount, 0)

const groupOf = Object.fromEntries(
  Object.entries(statementGroups).flatMap(([group, states]) => states.map((state) => [state, group])),
) as Record<StatementLine['state'], StatementGroup>

function sumLines(lines: StatementLine[]): Omit<Statement['totals'], 'unread'> {
  const totals = {
    matched: { lines: 0, amount: 0 },
    decide: { lines: 0, amount: 0 },
    booked: { lines: 0, amount: 0 },
    left: { lines: 0, amount: 0 },
  }
  for (const { state, ...line } of lines) {
    const cents = state === 'already' ? line.amount : line.left
    const group = groupOf[state]
    totals[group].lines += 1
    // Subtracting money out would give a meaningless sum.
    totals[group].amount += group === 'left' ? cents : Math.max(0, cents)
  }
  return totals
}

/** Returns lines that are booked or left alone in pages, in the file's order, with unread rows. */
function choosePart(
  lines: StatementLine[],
  unread: Statement['unread'],
  { each = Number.POSITIVE_INFINITY, after = 0 }: Part,
): Pick<Statement, 'lines' | 'unread' | 'next'> {
  const settled = lines.filter(({ state }) => !isOpen(groupOf[state])).map(({ n }) => n)
  const places = [...settled, ...unread.map(({ line }) => line)]
  const rest = places.filter((place) => place > after).sort((a, b) => a - b)
  const last = rest[each - 1] ?? Number.POSITIVE_INFINITY
  const isShown = (place: number) => place > after && place <= last
  const shown = { matched: 0, decide: 0 }
  return {
    lines: lines.filter(({ state, n }) => {
      const group = groupOf[state]
      if (!isOpen(group)) return isShown(n)
      shown[group] += 1
      return shown[group] <= each
    }),
    unread: unread.filter(({ line }) => isShown(line)),
    next: rest.length > each ? last : null,
  }
}

const isOpen = (group: StatementGroup) => group === 'matched' || group === 'decide'

function awaitedOf(lines: StatementLine[], candidates: NamedOrder[]): Statement['awaited'] {
  const named = new Set(lines.flatMap(({ orders }) => orders))
  return Object.fromEntries(
    candidates
      .filter(({ number }) => named.has(number))
      .map(({ number, buyer, company, status, outstanding, toSend, total, currency, placedAt }) => [
        number,
        { buyer, company, status, outstanding, toSend, currency, placedAt, mostFee: mostBankFee(total) },
      ]),
  )
}

function quotesOf(lines: StatementLine[], quotes: NamedQuote[]): Statement['quotes'] {
  const named = new Set(lines.map(({ quote }) => quote))
  return Object.fromEntries(
    quotes
      .filter(({ number }) => named.has(number))
      .map(({ number, id, buyer, company, total, currency }) => [
        number,
        { id, buyer, company, total, currency },
      ]),
  )
}
