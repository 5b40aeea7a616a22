import { type Day, dayIn } from '#shared/calendar.ts'
import {
  type Statement,
  type StatementGroup,
  type StatementLine,
  type StatementList,
  statementGroups,
} from '#shared/desk/statement-answers.ts'
import type { AppContext } from '../../context.ts'
import type { Db } from '../../db/database.ts'
import { inPages, pageSize } from '../../db/in-pages.ts'
import type { StatementRow } from '../../db/rows/statements.ts'
import { AppError } from '../../http/errors.ts'
import { createThread } from '../../thread/thread.ts'
import { defaultAccount } from './default-account.ts'
import { findCandidates, type NamedOrder } from './find-candidates.ts'
import { noMatch } from './match.ts'

/** @property each limits each group @property after skips lines left alone up to this place */
type Part = { each?: number | undefined; after?: number | undefined }

export type ReadContext = Pick<AppContext, 'database' | 'clock'> & {
  library: Pick<AppContext['library'], 'typed'>
}

/** Matches all lines again, because orders may have changed. @throws AppError 404 `statement_not_found` */
export async function readStatement(
  { database: { reader }, library, clock }: ReadContext,
  id: string,
  part: Part = {},
): Promise<Statement> {
  const { account, columns } = await findStatement(reader, id)
  const rows = await readLines(reader, id)
  const texts = rows.map(({ text }) => text)
  const amounts = rows.map(({ amount, booked }) => (booked === null ? amount : 0))
  const thread = createThread()
  try {
    const { timeZone } = library.typed.site.company
    const days = rows.map(({ day }) => day as Day)
    const sorted = days.toSorted()
    const numbers = await thread.run('numbersIn', { texts })
    const candidates = await findCandidates(reader, { ...numbers, from: sorted[0] as Day, timeZone })
    const today = dayIn(timeZone, clock())
    const matches = await thread.run('matchLines', { lines: { texts, amounts, days, today }, candidates })
    const lines = rows.map(({ booked, day, ...row }, index): StatementLine => {
      const line = { ...row, date: day as Day }
      return booked === null
        ? { ...line, ...(matches.get(index) ?? noMatch) }
        : { ...line, ...noMatch, state: 'already', orders: [booked] }
    })
    const shown = chooseLines(lines, part)
    return {
      id,
      account,
      columns: columns?.split(',') ?? null,
      from: sorted[0] as Day,
      to: sorted.at(-1) as Day,
      totals: sumLines(lines),
      lines: shown,
      awaited: awaitedOf(shown, candidates),
    }
  } finally {
    await thread.end()
  }
}

/** @throws AppError 404 `statement_not_found` */
export async function findStatement(db: Db, id: string): Promise<StatementRow> {
  const statement = /^\w{1,64}$/.test(id)
    ? await db.selectFrom('statements').selectAll().where('id', '=', id).executeTakeFirst()
    : undefined
  if (statement) return statement
  throw new AppError(404, 'statement_not_found', 'There is no such statement.')
}

/** Newest first. */
export async function listStatements(reader: Db): Promise<StatementList> {
  const statements = await reader
    .selectFrom('statements')
    .select(['id', 'account', 'lines', 'who', 'created_at as createdAt'])
    .orderBy('created_at', 'desc')
    .limit(20)
    .execute()
  return { statements, account: await defaultAccount(reader) }
}

type LineRow = Pick<StatementLine, 'n' | 'amount' | 'text' | 'bookedAt'> & {
  day: string
  booked: string | null
}

async function readLines(reader: Db, id: string): Promise<LineRow[]> {
  const lines: LineRow[] = []
  const start: Pick<LineRow, 'n'> = { n: 0 }
  const pages = inPages<Pick<LineRow, 'n'>, LineRow>(start, ({ n }) =>
    reader
      .selectFrom('statement_lines')
      .leftJoin('payments', 'payments.statement_line', 'statement_lines.hash')
      .leftJoin('orders', 'orders.id', 'payments.order_id')
      .select(['n', 'day', 'statement_lines.amount', 'text'])
      .select(['orders.number as booked', 'payments.created_at as bookedAt'])
      .where('statement_id', '=', id)
      .where('n', '>', n)
      .orderBy('n')
      .limit(pageSize / 2)
      .execute(),
  )
  for await (const rows of pages) lines.push(...rows)
  return lines
}

const groupOf = Object.fromEntries(
  Object.entries(statementGroups).flatMap(([group, states]) => states.map((state) => [state, group])),
) as Record<StatementLine['state'], StatementGroup>

function sumLines(lines: StatementLine[]): Statement['totals'] {
  const totals = {
    matched: { lines: 0, amount: 0 },
    decide: { lines: 0, amount: 0 },
    left: { lines: 0, amount: 0 },
  }
  for (const { state, amount } of lines) {
    const total = totals[groupOf[state]]
    total.lines += 1
    total.amount += amount
  }
  return totals
}

function chooseLines(lines: StatementLine[], { each = lines.length, after = 0 }: Part): StatementLine[] {
  const shown = { matched: 0, decide: 0, left: 0 }
  return lines.filter(({ state, n }) => {
    const group = groupOf[state]
    if (shown[group] >= each || (group === 'left' && n <= after)) return false
    shown[group] += 1
    return true
  })
}

function awaitedOf(lines: StatementLine[], candidates: NamedOrder[]): Statement['awaited'] {
  const named = new Set(lines.flatMap(({ orders }) => orders))
  return Object.fromEntries(
    candidates
      .filter(({ number }) => named.has(number))
      .map(({ number, buyer, outstanding, placedAt }) => [number, { buyer, outstanding, placedAt }]),
  )
}
