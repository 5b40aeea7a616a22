import type { BookBasis, BookFigure, BooksAnswer } from '#shared/desk/books-answers.ts'
import type { Database, Db } from '../../db/database.ts'
import { type BookDays, spanOf } from './book-days.ts'
import { type Books, readBooks } from './read-books.ts'

/** Documents that an answer shows with their buyers. */
const shownAtOnce = 50

/** @param limit of the listed documents, absent for all */
export async function viewBooks(
  database: Pick<Database, 'reader' | 'engine'>,
  days: BookDays,
  wanted: { basis: BookBasis; figure: BookFigure; limit?: number | undefined },
): Promise<BooksAnswer> {
  const { basis, figure } = wanted
  const { books, behind, documents } = await readBooks(database, spanOf(days), wanted)
  const shown = documents.slice(0, shownAtOnce)
  const orders = await ordersOf(
    database.reader,
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
