import { setImmediate as turn } from 'node:timers/promises'
import type { BooksAnswer } from '#shared/desk/books-answers.ts'
import type { Database, Db } from '../../runtime/db/database.ts'
import { singleFlights } from '../../runtime/single-flight.ts'
import { readInvoiceContent } from '../../shop/invoices/issue.ts'
import { type BookDays, spanOf } from './book-days.ts'
import { type BookDocument, type Books, type FigureQuery, readBooks } from './read-books.ts'

/** Number of documents that an answer shows with their buyers. */
const shownAtOnce = 50

const writtenAtOnce = 1000

type BooksDatabase = Pick<Database, 'reader' | 'reports' | 'engine'>

const shareView = singleFlights<BooksAnswer>()

/** Equal requests share one view while it is read. */
export function viewBooks(
  database: BooksDatabase,
  days: BookDays,
  wanted: FigureQuery,
): Promise<BooksAnswer> {
  return shareView(database.reports, JSON.stringify([days, wanted]), () => readView(database, days, wanted))
}

async function readView(database: BooksDatabase, days: BookDays, wanted: FigureQuery): Promise<BooksAnswer> {
  const { basis, figure } = wanted
  const newest: BookDocument[] = []
  const documents: string[] = []
  const { books, behind } = await readBooks(database, spanOf(days), wanted, (page) => {
    newest.push(...page.slice(0, shownAtOnce - newest.length))
    for (const { number } of page) documents.push(number)
  })
  const named = await nameOf(database.reader, newest)
  const { total, tax } = behind[figure]
  return {
    from: days.from,
    to: days.to,
    basis,
    ...books,
    whole: wholeDollars(books),
    behind,
    figure,
    documents,
    documentsSum: { total, tax },
    shown: newest.map((document) => ({ ...document, ...(named.get(document.number) ?? unnamed) })),
  }
}

/** Writes JSON in parts, because there may be hundreds of thousands of documents. */
export async function* writeBooks({ documents, ...rest }: BooksAnswer): AsyncGenerator<string> {
  yield `${JSON.stringify(rest).slice(0, -1)},"documents":[`
  for (let start = 0; start < documents.length; start += writtenAtOnce) {
    const part = JSON.stringify(documents.slice(start, start + writtenAtOnce)).slice(1, -1)
    yield start === 0 ? part : `,${part}`
    await turn()
  }
  yield ']}'
}

const unnamed = { orderNumber: '', buyer: '' }

function wholeDollars({ g1, g2, g3, '1a': tax }: Books) {
  const dollars = (cents: number) => Math.trunc(cents / 100)
  return { g1: dollars(g1), g2: dollars(g2), g3: dollars(g3), '1a': dollars(tax) }
}

/** Order and buyer as printed on each document. */
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
