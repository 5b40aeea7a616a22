import type { BookBasis, BookFigure, BooksAnswer } from '#shared/desk/books-answers.ts'
import type { Db } from '../../db/database.ts'
import { listBookDocuments, sumBookDocuments } from './documents.ts'
import { type BookDays, type Books, readAccrual, readCash, spanOf } from './read-books.ts'

/** Documents that an answer shows with their buyers. */
const shownAtOnce = 50

/** @param limit of the listed documents, absent for all */
export async function viewBooks(
  reader: Db,
  days: BookDays,
  { basis, figure, limit }: { basis: BookBasis; figure: BookFigure; limit?: number | undefined },
): Promise<BooksAnswer> {
  const span = spanOf(days)
  const [books, documents, behind] = await Promise.all([
    (basis === 'cash' ? readCash : readAccrual)(reader, span),
    listBookDocuments(reader, span, { basis, figure, limit }),
    sumBookDocuments(reader, span, basis),
  ])
  const shown = documents.slice(0, shownAtOnce)
  const orders = await ordersOf(
    reader,
    shown.map(({ orderId }) => orderId),
  )
  const { total, tax } = behind[figure]
  return {
    from: days.from,
    to: days.to,
    basis,
    ...books,
    whole: wholeDollars(books),
    behind,
    figure,
    documents: documents.map(({ number }) => number),
    documentsSum: { total, tax },
    shown: shown.map((document) => ({ ...document, ...(orders.get(document.orderId) ?? unknownOrder) })),
  }
}

const unknownOrder = { orderNumber: '', buyer: '' }

function wholeDollars({ g1, g2, g3, '1a': tax }: Books) {
  const dollars = (cents: number) => Math.trunc(cents / 100)
  return { g1: dollars(g1), g2: dollars(g2), g3: dollars(g3), '1a': dollars(tax) }
}

async function ordersOf(
  reader: Db,
  ids: string[],
): Promise<Map<string, { orderNumber: string; buyer: string }>> {
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
