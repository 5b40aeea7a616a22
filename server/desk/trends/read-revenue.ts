import { type RawBuilder, sql } from 'kysely'
import type { SaleKind, Trends } from '#shared/desk/trend-answers.ts'
import { shareTax } from '#shared/pricing/tax-shares.ts'
import type { Database } from '../../runtime/db/database.ts'
import { columnsOf } from '../../runtime/db/migrations/columns.ts'
import { type DocumentSums, type Span, sumDocuments } from '../books/sum-documents.ts'

type Searched = Pick<Database, 'reader' | 'engine'>

/** Sales of a product in a country, in cents. An invoice taken back in full also takes back its licences. */
type Part = {
  sku: string
  kind: SaleKind
  country: string
  line: string
  licences: number
  amount: number
}

type Revenue = Pick<Trends, 'products' | 'countries' | 'kinds'> & { sums: DocumentSums[] }

/** Revenue by document, as in the books. Each breakdown of a month adds up to its total. */
export async function readRevenue(database: Searched, spans: Span[]): Promise<Revenue> {
  const sums = await sumDocuments(database.reader, spans)
  const months: Part[][] = []
  for (const span of spans) months.push(await readParts(database, span, countryIn(database)))
  return {
    sums: spans.map(({ name }) => sums.get(name) as DocumentSums),
    products: divide(months, ({ sku }) => sku).map(([sku, sums]) => ({ sku, name: sku, ...sums })),
    countries: divide(months, ({ country }) => country).map(([country, sums]) => ({ country, ...sums })),
    kinds: divide(months, ({ kind }) => kind).map(([kind, sums]) => ({ kind, ...sums })),
  }
}

type Plan = Pick<Part, 'sku' | 'kind' | 'line' | 'licences'> & { total: number }

/** Revenue by plan and kind, largest first. It adds up to the spans' documents. */
export async function readPlans(database: Searched, spans: Span[]): Promise<Plan[]> {
  const plans = new Map<string, Plan>()
  for (const span of spans) {
    for (const { sku, kind, line, licences, amount } of await readParts(database, span, sql`''`)) {
      const known = plans.get(`${sku} ${kind}`) ?? { line, licences: 0, total: 0 }
      const sums = { licences: known.licences + licences, total: known.total + amount }
      plans.set(`${sku} ${kind}`, { sku, kind, line: known.line, ...sums })
    }
  }
  return [...plans.values()].toSorted((a, b) => b.total - a.total)
}

/** @param country SQL for the buyer's country, which is slow to read for every order */
async function readParts(database: Searched, span: Span, country: Sql): Promise<Part[]> {
  const columns = sql`order_lines.sku, ${kindIn(database)} as kind, ${country} as country`
  return [...(await readInvoiced(database, span, columns)), ...(await readAdjusted(database, span, columns))]
}

/** Sums by name, largest first. */
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

type Sql = RawBuilder<unknown>

function kindIn({ engine }: Pick<Searched, 'engine'>): Sql {
  return sql`coalesce(${sql.raw(columnsOf[engine].member('order_lines.change', 'kind'))}, 'new')`
}

function countryIn({ engine }: Pick<Searched, 'engine'>): Sql {
  return sql.raw(columnsOf[engine].member('orders.buyer', 'country'))
}

function issuedIn({ from, to }: Span, kind: string): Sql {
  return sql`from invoices
    join orders on orders.id = invoices.order_id
    join order_lines on order_lines.order_id = orders.id
    where invoices.kind = ${sql.lit(kind)} and invoices.replaces is null
      and invoices.issued_at >= ${from} and invoices.issued_at < ${to}`
}

/** An invoice bills the whole order. */
async function readInvoiced({ reader }: Searched, span: Span, columns: Sql): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select ${columns}, min(order_lines.name) as line, cast(sum(order_lines.qty) as integer) as licences,
      cast(sum(order_lines.amount) as bigint) as amount
    ${issuedIn(span, 'invoice')} group by 1, 2, 3`.execute(reader)
  return rows
}

/** An adjustment note lowers the whole order, so its lines share it. Notes are far fewer than invoices. */
async function readAdjusted({ reader }: Searched, span: Span, columns: Sql): Promise<Part[]> {
  const { rows } = await sql<Part & { id: string; total: number }>`
    select invoices.id, invoices.total, ${columns}, order_lines.name as line, order_lines.qty as licences,
      order_lines.amount
    ${issuedIn(span, 'adjustment_note')}
    order by invoices.id, order_lines.position`.execute(reader)
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((lines) => {
    const total = lines[0]?.total ?? 0
    // The bank may return money, which raises the price again.
    const sign = Math.sign(total)
    const amounts = lines.map(({ amount }) => amount)
    const shares = shareTax(amounts, Math.abs(total))
    const isWhole = Math.abs(total) === amounts.reduce((sum, amount) => sum + amount, 0)
    return lines.map(({ sku, kind, country, line, licences }, index) => ({
      sku,
      kind,
      country,
      line,
      licences: isWhole ? -sign * licences : 0,
      amount: -sign * (shares[index] ?? 0),
    }))
  })
}
