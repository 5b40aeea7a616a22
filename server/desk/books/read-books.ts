import { sql } from 'kysely'
import { type BookBasis, type BookFigure, bookFigureSchema } from '#shared/desk/books-answers.ts'
import type { Database } from '../../runtime/db/database.ts'
import { pagesOf } from '../../runtime/db/read-batches.ts'
import { cashByOrder, isAbroad } from './cash-by-order.ts'
import { isCounted, type Span } from './sum-documents.ts'

/**
 * Figures of the Business Activity Statement in cents, with GST and net of adjustments: G1 total sales, G2 exports, G3
 * other GST-free sales, 1A GST on sales.
 */
export type Books = { g1: number; g2: number; g3: number; '1a': number; sales: number; adjustments: number }

/** Amounts in cents; negative for notes. On the cash basis each document is an invoice. */
export type BookDocument = {
  number: string
  /** Number of the first invoice if this one corrects it, on whose day the sale counts; otherwise null. */
  replaces: string | null
  orderId: string
  issuedAt: string
  total: number
  tax: number
}

/** Count and sum in cents of the documents that make up each figure. */
type Behind = Record<BookFigure, { documents: number; total: number; tax: number }>

/** @property limit maximum number of listed documents; absent for all */
export type FigureQuery = { basis: BookBasis; figure: BookFigure; limit?: number | undefined }

/**
 * Accrual: sales count at their invoices, adjustments at their notes. Cash: sales count when money comes in
 * for an invoice, adjustments when it goes back. One statement reads everything, so sums and documents agree
 * even if documents are issued meanwhile.
 * @param wanted `figure` whose documents are listed, newest first
 * @param take receives the documents page by page
 */
export async function readBooks(
  { reports, engine }: Pick<Database, 'reports' | 'engine'>,
  span: Span,
  { basis, figure, limit }: FigureQuery,
  take: (documents: BookDocument[]) => void = () => {},
): Promise<{ books: Books; behind: Behind }> {
  const sums = bookFigureSchema.options.map(
    (each) => sql`
      select cast(${each} as text) as figure, count(*) as documents, null as number, null as replaces,
        null as "orderId", null as "issuedAt", ${sum('sales')} as sales, ${sum('adjustments')} as adjustments, ${sum('tax')} as tax
      from documents where ${isBehind[each]}`,
  )
  const newest = limit === undefined ? sql`` : sql`order by issued_at desc, number desc limit ${limit}`
  // Without "materialized", SQLite would read the documents for each of their four uses.
  const rows = pagesOf(
    reports,
    sql<SumRow | ListedRow>`
      with documents as materialized (${basis === 'cash' ? cashByOrder(engine, span) : accrued(span)}),
        listed as (
          select number, order_id, issued_at, sales, adjustments, tax from documents
          where ${isBehind[figure]} ${newest}),
        corrected as materialized (${corrections})
      ${sql.join(sums, sql` union all `)}
      union all select null, 1, coalesce(in_force, number), case when in_force is null then null else number end,
        order_id, issued_at, sales, adjustments, tax
      from listed left join corrected on corrected.first = listed.number
      order by "issuedAt" desc, number desc`,
  )
  const summed: SumRow[] = []
  for await (const page of rows) {
    summed.push(...page.filter((row) => row.figure !== null))
    take(page.filter((row) => row.figure === null).map(toDocument))
  }
  const behind = Object.fromEntries(
    summed.map(({ figure, documents, tax, ...row }) => [figure, { documents, total: totalOf(row), tax }]),
  ) as Behind
  const { sales = 0, adjustments = 0 } = summed.find((row) => row.figure === 'g1') ?? {}
  return {
    books: { g1: behind.g1.total, g2: behind.g2.total, g3: 0, '1a': behind['1a'].tax, sales, adjustments },
    behind,
  }
}

type Amounts = { sales: number; adjustments: number; tax: number }
type SumRow = Amounts & { figure: BookFigure; documents: number }
type ListedRow = Amounts & { figure: null } & Pick<
    BookDocument,
    'number' | 'replaces' | 'orderId' | 'issuedAt'
  >

function toDocument({ number, replaces, orderId, issuedAt, tax, ...row }: ListedRow): BookDocument {
  return { number, replaces, orderId, issuedAt, total: totalOf(row), tax }
}

const isBehind: Record<BookFigure, ReturnType<typeof sql>> = {
  g1: sql`1 = 1`,
  g2: sql`abroad = 1`,
  '1a': sql`tax <> 0`,
}

/** Pairs each corrected invoice with its last correction. */
const corrections = sql`
  select first.number as first, later.number as in_force
  from invoices as later
  join invoices as first on first.order_id = later.order_id and first.kind = 'invoice'
    and first.round = later.round and first.replaces is null
  where later.replaces is not null and later.kind = 'invoice' and later.correction = (
    select max(correction) from invoices as last
    where last.order_id = later.order_id and last.kind = 'invoice' and last.round = later.round)`

const accrued = ({ from, to }: Span) => sql`
  select number, order_id, issued_at, ${isAbroad} as abroad,
    case when kind = 'invoice' then total else 0 end as sales,
    case when kind = 'invoice' then 0 else total end as adjustments,
    case when kind = 'invoice' then tax else -tax end as tax
  from invoices
  where ${isCounted} and issued_at >= ${from} and issued_at < ${to}`

function sum(column: string) {
  return sql`cast(coalesce(sum(${sql.ref(column)}), 0) as bigint)`
}

function totalOf({ sales, adjustments }: Pick<Amounts, 'sales' | 'adjustments'>): number {
  return sales - adjustments
}
