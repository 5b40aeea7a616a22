import { addressText } from '#shared/buyer/postal-address.ts'
import type { bookKinds } from '#shared/desk/requests.ts'
import type { Database, Db } from '../../runtime/db/database.ts'
import type { CsvRow } from '../../web/http/csv.ts'
import { type BookDays, spanOf } from './book-days.ts'
import { documentPages, type IssuedDocument, linesOf } from './documents.ts'
import { paymentColumns, paymentRows } from './payment-rows.ts'
import { type Accounts, myob, type Program, quickbooks, signed, xero } from './programs.ts'

type BookKind = (typeof bookKinds)[number]

type BooksDatabase = Pick<Database, 'reports' | 'engine'>

type Sheet = {
  columns: readonly string[]
  /** The most invoices of a file, where a program takes no more. */
  perFile?: number | undefined
  rows(database: BooksDatabase, days: BookDays, accounts: Accounts): AsyncGenerator<CsvRow[]>
  /** The same, apart by document. */
  documents?(reader: Db, days: BookDays, accounts: Accounts): AsyncGenerator<CsvRow[][]>
}

/**
 * Sheets for accountants and their programs. Notes that lower an invoice have negative amounts. `date` is the day on which a document
 * counts; the one in force of a corrected invoice was `issued` later. In sheets with lines, quantity times price is the
 * line's total after discounts. Payments are as `paymentRows` says.
 */
export const sheets: Record<BookKind, Sheet> = {
  documents: ofDocuments(
    [
      'number',
      'kind',
      'date',
      'order',
      'buyer',
      'company',
      'abn',
      'address',
      'country',
      'purchase order',
      'total',
      'gst',
      'currency',
      'issued',
      'replaces',
    ],
    ({ content, issuedOn, replaces }) => [
      [
        content.number,
        content.kind === 'invoice' ? 'invoice' : 'adjustment note',
        content.date,
        content.orderNumber,
        content.buyer.name,
        content.buyer.companyName,
        content.buyer.abn,
        addressText(content.buyer.address, content.buyer.countryCode),
        content.buyer.country,
        content.purchaseOrder,
        signed(content, content.total),
        signed(content, content.tax),
        content.currency,
        issuedOn,
        replaces.join(', '),
      ],
    ],
  ),
  lines: ofDocuments(
    ['document', 'date', 'order', 'description', 'quantity', 'unit price', 'total', 'gst', 'currency'],
    ({ content }) =>
      linesOf(content).map(({ description, qty, unitAmount, total, tax }) => [
        content.number,
        content.date,
        content.orderNumber,
        description,
        qty,
        signed(content, unitAmount),
        signed(content, total),
        signed(content, tax),
        content.currency,
      ]),
  ),
  adjustments: ofDocuments(
    ['number', 'date', 'order', 'invoice', 'buyer', 'total', 'gst', 'currency', 'reason'],
    ({ content }) =>
      content.kind === 'adjustment_note'
        ? [
            [
              content.number,
              content.date,
              content.orderNumber,
              content.invoice.number,
              content.buyer.companyName ?? content.buyer.name,
              signed(content, content.total),
              signed(content, content.tax),
              content.currency,
              content.reason ?? null,
            ],
          ]
        : [],
  ),
  payments: {
    columns: paymentColumns,
    rows: paymentRows,
  },
  xero: ofProgram(xero),
  myob: ofProgram(myob),
  quickbooks: ofProgram(quickbooks),
}

function ofProgram({ columns, perFile, toRows }: Program): Sheet {
  return { ...ofDocuments(columns, toRows), perFile }
}

function ofDocuments(
  columns: readonly string[],
  toRows: (document: IssuedDocument, accounts: Accounts) => CsvRow[],
): Sheet {
  async function* documents(reader: Db, days: BookDays, accounts: Accounts) {
    for await (const page of documentPages(reader, spanOf(days))) {
      yield page.map((document) => toRows(document, accounts))
    }
  }
  return {
    columns,
    documents,
    async *rows({ reports }, ...asked) {
      for await (const page of documents(reports, ...asked)) yield page.flat()
    },
  }
}
