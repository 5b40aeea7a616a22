import { addressText } from '#shared/buyer/postal-address.ts'
import type { bookKinds } from '#shared/desk/requests/books.ts'
import type { Database, Db } from '../../runtime/db/database.ts'
import { type Columns, type CsvRow, toCells } from '../../web/http/csv.ts'
import {
  type Accounts,
  myob,
  type Program,
  quickbooks,
  signed,
  soldLines,
  xero,
} from './accounting-programs.ts'
import { type BookDays, spanOf } from './book-days.ts'
import { documentPages, type IssuedDocument, linesOf } from './documents.ts'
import { paymentColumns, paymentRows } from './payment-rows.ts'

type BookKind = (typeof bookKinds)[number]

type BooksDatabase = Pick<Database, 'reports' | 'engine'>

type Sheet = {
  columns: readonly string[]
  /** Maximum number of invoices per file, if the importing program has one. */
  perFile?: number | undefined
  rows(database: BooksDatabase, days: BookDays, accounts: Accounts): AsyncGenerator<CsvRow[]>
  /** The same rows, grouped by document. */
  documents?(reader: Db, days: BookDays, accounts: Accounts): AsyncGenerator<CsvRow[][]>
}

/**
 * CSV sheets for accountants and their programs. Notes that lower an invoice have negative amounts. `date` is
 * the day on which a document counts; a corrected invoice's current version was `issued` later. In sheets
 * with lines, quantity times price is the line's total after discounts. See `paymentRows` for payments.
 */
export const sheets: Record<BookKind, Sheet> = {
  documents: ofDocuments((document) => [document], {
    columns: {
      number: ({ content }) => content.number,
      kind: ({ content }) => (content.kind === 'invoice' ? 'invoice' : 'adjustment note'),
      date: ({ content }) => content.date,
      order: ({ content }) => content.orderNumber,
      buyer: ({ content }) => content.buyer.name,
      company: ({ content }) => content.buyer.companyName,
      abn: ({ content }) => content.buyer.abn,
      address: ({ content }) => addressText(content.buyer.address, content.buyer.countryCode),
      country: ({ content }) => content.buyer.country,
      'purchase order': ({ content }) => content.purchaseOrder,
      total: ({ content }) => signed(content, content.total),
      gst: ({ content }) => signed(content, content.tax),
      currency: ({ content }) => content.currency,
      issued: ({ issuedOn }) => issuedOn,
      replaces: ({ replaces }) => replaces.join(', '),
    },
  }),
  lines: ofDocuments(({ content }) => linesOf(content).map((line) => ({ content, ...line })), {
    columns: {
      document: ({ content }) => content.number,
      date: ({ content }) => content.date,
      order: ({ content }) => content.orderNumber,
      description: ({ description }) => description,
      quantity: ({ qty }) => qty,
      'unit price': ({ content, unitAmount }) => signed(content, unitAmount),
      total: ({ content, total }) => signed(content, total),
      gst: ({ content, tax }) => signed(content, tax),
      currency: ({ content }) => content.currency,
    },
  }),
  adjustments: ofDocuments(({ content }) => (content.kind === 'adjustment_note' ? [content] : []), {
    columns: {
      number: ({ number }) => number,
      date: ({ date }) => date,
      order: ({ orderNumber }) => orderNumber,
      invoice: ({ invoice }) => invoice.number,
      buyer: ({ buyer }) => buyer.companyName ?? buyer.name,
      total: (note) => signed(note, note.total),
      gst: (note) => signed(note, note.tax),
      currency: ({ currency }) => currency,
      reason: ({ reason = null }) => reason,
    },
  }),
  payments: { columns: Object.keys(paymentColumns), rows: paymentRows },
  xero: ofDocuments(soldLines, xero),
  myob: ofDocuments(soldLines, myob),
  quickbooks: ofDocuments(soldLines, quickbooks),
}

function ofDocuments<Row>(
  rowsOf: (document: IssuedDocument, accounts: Accounts) => Row[],
  { columns, perFile, isSpaced }: { columns: Columns<Row> } & Omit<Program, 'columns'>,
): Sheet {
  const end: CsvRow[] = isSpaced ? [[]] : []
  async function* documents(reader: Db, days: BookDays, accounts: Accounts) {
    for await (const page of documentPages(reader, spanOf(days))) {
      yield page.map((document) => [...toCells(columns, rowsOf(document, accounts), days.timeZone), ...end])
    }
  }
  return {
    columns: Object.keys(columns),
    perFile,
    documents,
    async *rows({ reports }, ...asked) {
      for await (const page of documents(reports, ...asked)) yield page.flat()
    },
  }
}
