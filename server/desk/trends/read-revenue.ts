import { type RawBuilder, sql } from 'kysely'
import type { SaleKind, Trends } from '#shared/desk/trend-answers.ts'
import { splitTax } from '#shared/pricing/split-tax.ts'
import type { Database } from '../../runtime/db/database.ts'
import { columnsOf } from '../../runtime/db/migrations/columns.ts'
import { type DocumentSums, type Span, sumDocuments } from '../books/sum-documents.ts'

type Searched = Pick<Database, 'reader' | 'engine'>

/** What is sold where, in cents. */
type Part = { sku: string; kind: SaleKind; country: string; amount: number }

type Revenue = Pick<Trends, 'products' | 'countries' | 'kinds'> & { sums: DocumentSums[] }

/** Revenue by document, as Books count it. Each way of dividing a month comes to the month's total. */
export async function readRevenue(database: Searched, spans: Span[]): Promise<Revenue> {
  const sums = await sumDocuments(database.reader, spans)
  const months: Part[][] = []
  for (const span of spans)
    months.push([...(await readInvoiced(database, span)), ...(await readAdjusted(database, span))])
  return {
    sums: spans.map(({ name }) => sums.get(name) as DocumentSums),
    products: divide(months, ({ sku }) => sku).map(([sku, sums]) => ({ sku, name: sku, ...sums })),
    countries: divide(months, ({ country }) => country).map(([country, sums]) => ({ country, ...sums })),
    kinds: divide(months, ({ kind }) => kind).map(([kind, sums]) => ({ kind, ...sums })),
  }
}

/** The largest first. */
function divide<Name extends string>(
  months: Part[][],
  nameOf: (part: Part) => Name,
): [name: Name, sums: { total: number; months: number[] }][] {
  const names = [...new Set(months.flat().map(nameOf))]
  const sum = (parts: Part[]) => parts.reduce((total, { amount }) => total + amount, 0)
  return names
    .map((name): [Name, { total: number; months: number[] }] => {
      const byMonth = months.map((parts) => sum(parts.filter((part) => nameOf(part) === name)))
      return [name, { total: byMonth.reduce((total, amount) => total + amount, 0), months: byMonth }]
    })
    .toSorted(([, a], [, b]) => b.total - a.total)
}

function columnsIn({ engine }: Pick<Searched, 'engine'>) {
  const member = (column: string, name: string) => sql.raw(columnsOf[engine].member(column, name))
  return sql`order_lines.sku, coalesce(${member('order_lines.change', 'kind')}, 'new') as kind,
    ${member('orders.buyer', 'country')} as country`
}

function issuedIn({ from, to }: Span, kind: string): RawBuilder<unknown> {
  return sql`from invoices
    join orders on orders.id = invoices.order_id
    join order_lines on order_lines.order_id = orders.id
    where invoices.kind = ${sql.lit(kind)} and invoices.replaces is null
      and invoices.issued_at >= ${from} and invoices.issued_at < ${to}`
}

/** An invoice bills the whole order. */
async function readInvoiced(database: Searched, span: Span): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select ${columnsIn(database)}, cast(sum(order_lines.amount) as bigint) as amount
    ${issuedIn(span, 'invoice')} group by 1, 2, 3`.execute(database.reader)
  return rows
}

/** A note lowers the whole order, so its lines share it. There are far fewer than invoices. */
async function readAdjusted(database: Searched, span: Span): Promise<Part[]> {
  const { rows } = await sql<Part & { id: string; total: number }>`
    select invoices.id, invoices.total, ${columnsIn(database)}, order_lines.amount
    ${issuedIn(span, 'adjustment_note')}
    order by invoices.id, order_lines.position`.execute(database.reader)
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((lines) => {
    const total = lines[0]?.total ?? 0
    // The bank may give money back, which raises the price again.
    const sign = Math.sign(total)
    const shares = splitTax(
      lines.map(({ amount }) => amount),
      Math.abs(total),
    )
    return lines.map(({ sku, kind, country }, index) => ({
      ...{ sku, kind, country },
      amount: -sign * (shares[index] ?? 0),
    }))
  })
}
