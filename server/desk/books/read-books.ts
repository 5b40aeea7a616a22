import { sql } from 'kysely'
import { type BookBasis, type BookFigure, bookFigureSchema } from '#shared/desk/books-answers.ts'
import type { Database } from '../../db/database.ts'
import { cashByOrder } from './cash-by-order.ts'
import type { Span } from './sum-documents.ts'

/**
 * Figures of the Business Activity Statement in cents, with GST and net of adjustments: G1 total sales, G2 exports, G3
 * other GST-free sales, 1A GST on sales.
 */
export type Books = { g1: number; g2: number; g3: number; '1a': number; sales: number; adjustments: number }

/** In cents. On the cash basis these are invoices. Notes have negative amounts. */
export type BookDocument = {
  number: string
  /** A corrected invoice counts once, on the day of this first one, under the number in force. */
  replaces: string | null
  orderId: string
  issuedAt: string
  total: number
  tax: number
}

/** Sums in cents of the documents behind a figure. */
type Behind = Record<BookFigure, { documents: number; total: number; tax: number }>

type Wanted = { basis: BookBasis; figure: BookFigure; limit?: number | undefined }

/**
 * Accrual: sales count at their invoices, adjustments at their notes. Cash: sales count when money comes in for an invoice,
 * adjustments when it goes back. One statement reads it all, so sums and documents agree whatever is issued meanwhile.
 * @param wanted `figure` whose documents are listed, newest first; without a limit all of them
 */
export async function readBooks(
  { reader, engine }: Pick<Database, 'reader' | 'engine'>,
  span: Span,
  { basis, figure, limit }: Wanted,
): Promise<{ books: Books; behind: Behind; documents: BookDocument[] }> {
  const sums = bookFigureSchema.options.map(
    (each) => sql`
      select cast(${each} as text) as figure, count(*) as documents, null as number, null as replaces,
        null as "orderId", null as "issuedAt", ${sum('sales')} as sales, ${sum('adjustments')} as adjustments, ${sum('tax')} as tax
      from documents where ${isBehind[each]}`,
  )
  const end = limit === undefined ? sql`` : sql`limit ${limit}`
  const { rows } = await sql<SumRow | ListedRow>`
    with documents as (${basis === 'cash' ? cashByOrder(engine, span) : accrued(span)}),
      listed as (
        select number, order_id, issued_at, sales, adjustments, tax from documents
        where ${isBehind[figure]} order by issued_at desc, number desc ${end})
    ${sql.join(sums, sql` union all `)}
    union all select null, 1, coalesce(in_force, number), case when in_force is null then null else number end,
      order_id, issued_at, sales, adjustments, tax
    from (select listed.*, ${inForce} as in_force from listed) as named
    order by "issuedAt" desc, number desc`.execute(reader)
  const summed = rows.filter((row) => row.figure !== null)
  const listed = rows.filter((row) => row.figure === null)
  const behind = Object.fromEntries(
    summed.map(({ figure, documents, tax, ...row }) => [figure, { documents, total: totalOf(row), tax }]),
  ) as Behind
  const { sales = 0, adjustments = 0 } = summed.find((row) => row.figure === 'g1') ?? {}
  return {
    books: { g1: behind.g1.total, g2: behind.g2.total, g3: 0, '1a': behind['1a'].tax, sales, adjustments },
    behind,
    documents: listed.map(({ number, replaces, orderId, issuedAt, tax, ...row }) => {
      return { number, replaces, orderId, issuedAt, total: totalOf(row), tax }
    }),
  }
}

type Amounts = { sales: number; adjustments: number; tax: number }
type SumRow = Amounts & { figure: BookFigure; documents: number }
type ListedRow = Amounts & { figure: null } & Pick<
    BookDocument,
    'number' | 'replaces' | 'orderId' | 'issuedAt'
  >

const isBehind: Record<BookFigure, ReturnType<typeof sql>> = {
  g1: sql`1 = 1`,
  g2: sql`abroad = 1`,
  '1a': sql`tax <> 0`,
}

/** The invoice that corrects a listed one for the last time; null without a correction. */
const inForce = sql`(
  select later.number from invoices as first
  join invoices as later on later.order_id = first.order_id and later.kind = 'invoice'
    and later.round = first.round and later.replaces is not null
  where first.kind = 'invoice' and first.number = listed.number
  order by later.correction desc limit 1)`

/** A seller without tax sells untaxed at home, too. */
const accrued = ({ from, to }: Span) => sql`
  select number, order_id, issued_at,
    case when taxed = 1 then 0 else (
      select case when tax_rule is null then 0 else 1 end from orders where orders.id = invoices.order_id
    ) end as abroad,
    case when kind = 'invoice' then total else 0 end as sales,
    case when kind = 'invoice' then 0 else total end as adjustments,
    case when kind = 'invoice' then tax else -tax end as tax
  from invoices
  where replaces is null and kind in ('invoice', 'adjustment_note') and issued_at >= ${from} and issued_at < ${to}`

function sum(column: string) {
  return sql`cast(coalesce(sum(${sql.ref(column)}), 0) as bigint)`
}

function totalOf({ sales, adjustments }: Pick<Amounts, 'sales' | 'adjustments'>): number {
  return sales - adjustments
}
