import type { Db } from '../../db/database.ts'
import { type Figure, listBookDocuments } from './documents.ts'
import { type BookDays, type Books, readAccrual, readCash, spanOf } from './read-books.ts'

/** Documents that an answer shows with their buyers. */
const shownAtOnce = 50

/** `whole` are the form's dollars without cents. */
export async function viewBooks(
  reader: Db,
  days: BookDays,
  { basis, figure }: { basis: 'accrual' | 'cash'; figure: Figure },
) {
  const span = spanOf(days)
  const books = await (basis === 'cash' ? readCash : readAccrual)(reader, span)
  const documents = await listBookDocuments(reader, span, { basis, figure })
  const shown = documents.slice(0, shownAtOnce)
  const orders = await ordersOf(
    reader,
    shown.map(({ orderId }) => orderId),
  )
  const sum = (member: 'total' | 'tax') => documents.reduce((total, document) => total + document[member], 0)
  return {
    from: days.from,
    to: days.to,
    basis,
    ...books,
    whole: wholeDollars(books),
    figure,
    documents: documents.map(({ number }) => number),
    documentsSum: { total: sum('total'), tax: sum('tax') },
    shown: shown.map((document) => ({ ...document, ...orders.get(document.orderId) })),
  }
}

function wholeDollars({ g1, g2, g3, '1a': tax }: Books) {
  const dollars = (cents: number) => Math.trunc(cents / 100)
  return { g1: dollars(g1), g2: dollars(g2), g3: dollars(g3), '1a': dollars(tax) }
}

async function ordersOf(reader: Db, ids: string[]) {
  if (ids.length === 0) return new Map()
  const rows = await reader
    .selectFrom('orders')
    .select(['id', 'number', 'customer_name', 'company_name'])
    .where('id', 'in', ids)
    .execute()
  return new Map(
    rows.map(({ id, number, customer_name, company_name }) => [
      id,
      { orderNumber: number, buyer: company_name ?? customer_name },
    ]),
  )
}
