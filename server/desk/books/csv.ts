import { sql } from 'kysely'
import { addressText } from '#shared/buyer/postal-address.ts'
import { dayIn } from '#shared/calendar/calendar.ts'
import { describeWho } from '#shared/desk/audit-words.ts'
import type { bookKinds } from '#shared/desk/requests.ts'
import type { Db } from '../../runtime/db/database.ts'
import { pageSize, readBatches } from '../../runtime/db/read-batches.ts'
import type { PaymentRow } from '../../runtime/db/rows/orders.ts'
import { kindOf } from '../../shop/orders/ledger.ts'
import type { CsvRow } from '../../web/http/csv.ts'
import { type BookDays, spanOf } from './book-days.ts'
import { documentPages, type IssuedDocument, linesOf } from './documents.ts'
import { type Accounts, myob, type Program, quickbooks, signed, xero } from './programs.ts'

type BookKind = (typeof bookKinds)[number]

type Sheet = {
  columns: readonly string[]
  /** The most invoices of a file, where a program takes no more. */
  perFile?: number | undefined
  rows(reader: Db, days: BookDays, accounts: Accounts): AsyncGenerator<CsvRow[]>
  /** The same, apart by document. */
  documents?(reader: Db, days: BookDays, accounts: Accounts): AsyncGenerator<CsvRow[][]>
}

/**
 * Sheets for accountants and their programs. Notes that lower an invoice have negative amounts. `date` is the day on which a document
 * counts; the one in force of a corrected invoice was `issued` later. In sheets with lines, quantity times price is the
 * line's total after discounts.
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
    columns: ['date', 'order', 'amount', 'currency', 'source', 'reference', 'entered by'],
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
    async *rows(...asked) {
      for await (const page of documents(...asked)) yield page.flat()
    },
  }
}

async function* paymentRows(reader: Db, days: BookDays): AsyncGenerator<CsvRow[]> {
  const { from, to } = spanOf(days)
  const pages = readBatches(firstPayment(from), (after) =>
    reader
      .selectFrom('payments')
      .innerJoin('orders', 'orders.id', 'payments.order_id')
      .select(['payments.received_at', 'payments.id', 'payments.amount', 'payments.currency', 'source'])
      .select(['reference', 'who', 'orders.number', 'dedupe_key'])
      .where(sql<boolean>`(payments.received_at, payments.id) > (${after.received_at}, ${after.id})`)
      .where('payments.received_at', '<', to)
      .orderBy('payments.received_at')
      .orderBy('payments.id')
      .limit(pageSize / 4)
      .execute(),
  )
  for await (const rows of pages) {
    yield rows.map(({ received_at, number, amount, currency, source, reference, who, dedupe_key }) => [
      dayIn(days.timeZone, received_at),
      number,
      { cents: amount },
      currency,
      wayOf({ dedupe_key, amount }, source),
      reference,
      describeWho(who),
    ])
  }
}

/** Fees and moved credit never reached the account, and what was undone never left it. */
function wayOf(entry: Pick<PaymentRow, 'dedupe_key' | 'amount'>, source: string): string {
  const kind = kindOf(entry)
  return kind === 'fee' || kind === 'moved' || kind === 'undone' ? kind : source
}

type ListedPayment = Pick<
  PaymentRow,
  'received_at' | 'id' | 'amount' | 'currency' | 'source' | 'reference' | 'who' | 'dedupe_key'
> & { number: string }

/** Sorts before every payment since `from`. */
function firstPayment(from: string): ListedPayment {
  const nothing = { id: '', amount: 0, currency: '', reference: null, who: '', number: '', dedupe_key: '' }
  return { ...nothing, received_at: from, source: 'card' }
}
