import type { BookBasis, BookFigure, BooksAnswer } from '#shared/desk/books-answers.ts'
import type { Database, Db } from '../../db/database.ts'
import { readInvoiceContent } from '../../invoices/issue.ts'
import { type BookDays, spanOf } from './book-days.ts'
import { type BookDocument, type Books, readBooks } from './read-books.ts'

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
  const named = await nameOf(database.reader, shown)
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
    shown: shown.map((document) => ({ ...document, ...(named.get(document.number) ?? unnamed) })),
  }
}

const unnamed = { orderNumber: '', buyer: '' }

function wholeDollars({ g1, g2, g3, '1a': tax }: Books) {
  const dollars = (cents: number) => Math.trunc(cents / 100)
  return { g1: dollars(g1), g2: dollars(g2), g3: dollars(g3), '1a': dollars(tax) }
}

/** Order and buyer as each document names them. */
async function nameOf(
  reader: Db,
  documents: Pick<BookDocument, 'number' | 'orderId'>[],
): Promise<Map<string, { orderNumber: string; buyer: string }>> {
  if (documents.length === 0) return new Map()
  const rows = await reader
    .selectFrom('invoices')
    .select(['number', 'content'])
    .where('kind', 'in', ['invoice', 'adjustment_note'])
    .where(
      'number',
      'in',
      documents.map(({ number }) => number),
    )
    .execute()
  return new Map(
    rows.map((row) => {
      const { orderNumber, buyer } = readInvoiceContent(row)
      return [row.number, { orderNumber, buyer: buyer.companyName ?? buyer.name }]
    }),
  )
}
