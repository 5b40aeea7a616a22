import type { Cell, CsvRow } from '../../web/http/csv.ts'
import { type BookContent, type IssuedDocument, linesOf } from './documents.ts'

/** Where sales stand in the chart of accounts. */
export type Accounts = { sales: string }

/** A file that an accounting program imports. Amounts include tax, and notes that lower an invoice have negative ones. */
export type Program = {
  columns: readonly string[]
  /** The most invoices that it takes at once. */
  perFile?: number
  toRows(document: IssuedDocument, accounts: Accounts): CsvRow[]
}

type Treatment = 'taxed' | 'abroad' | 'untaxed'

/** What every program asks of a line; quantity times price is its total, and discounts are in it. */
function soldLines({ content, replaces }: IssuedDocument) {
  const { buyer, purchaseOrder, orderNumber, currency } = content
  const references = [purchaseOrder ?? orderNumber, ...replaces.map((number) => `replaces ${number}`)]
  return linesOf(content).map(({ description, qty, unitAmount, total, tax }) => ({
    customer: buyer.companyName ?? buyer.name,
    email: buyer.email,
    number: content.number,
    reference: references.join(', '),
    date: australian(content.date),
    due: australian(dueDay(content)),
    description,
    qty,
    unitAmount: signed(content, unitAmount),
    total: signed(content, total),
    net: signed(content, total - tax),
    tax: signed(content, tax),
    treatment: treatmentOf(content),
    currency,
  }))
}

/** Xero, "Import sales invoices". */
export const xero: Program = {
  columns: [
    '*ContactName',
    'EmailAddress',
    '*InvoiceNumber',
    'Reference',
    '*InvoiceDate',
    '*DueDate',
    '*Description',
    '*Quantity',
    '*UnitAmount',
    '*AccountCode',
    '*TaxType',
    'TaxAmount',
    'Currency',
  ],
  perFile: 500,
  toRows: (document, { sales }) =>
    soldLines(document).map((line) => [
      line.customer,
      line.email,
      line.number,
      line.reference,
      line.date,
      line.due,
      line.description,
      line.qty,
      line.unitAmount,
      sales,
      { taxed: 'GST on Income', abroad: 'GST Free Exports', untaxed: 'BAS Excluded' }[line.treatment],
      line.tax,
      line.currency,
    ]),
}

/** MYOB AccountRight, "Import and export fields", service sales. An empty line ends an invoice. */
export const myob: Program = {
  columns: [
    'Co./Last Name',
    'Inclusive',
    'Invoice No.',
    'Date',
    'Customer PO',
    'Description',
    'Account No.',
    'Amount',
    'Inc-Tax Amount',
    'Tax Code',
    'Tax Amount',
    'Currency Code',
  ],
  toRows: (document, { sales }) => [
    ...soldLines(document).map((line) => [
      line.customer,
      'X',
      line.number,
      line.date,
      line.reference,
      line.qty === 1 ? line.description : `${line.qty} × ${line.description}`,
      sales,
      line.net,
      line.total,
      { taxed: 'GST', abroad: 'EXP', untaxed: 'N-T' }[line.treatment],
      line.tax,
      line.currency,
    ]),
    [],
  ],
}

/** QuickBooks Online, "Import multiple invoices at once". Its import asks whether amounts include tax: they do. */
export const quickbooks: Program = {
  columns: [
    '*InvoiceNo',
    '*Customer',
    '*InvoiceDate',
    '*DueDate',
    'Memo',
    'Item(Product/Service)',
    'ItemDescription',
    'ItemQuantity',
    'ItemRate',
    '*ItemAmount',
    '*ItemTaxCode',
    'ItemTaxAmount',
    'Currency',
  ],
  perFile: 100,
  toRows: (document) =>
    soldLines(document).map((line) => [
      line.number,
      line.customer,
      line.date,
      line.due,
      line.reference,
      // A new company file has this item, and the item has the account.
      'Sales',
      line.description,
      line.qty,
      line.unitAmount,
      line.total,
      { taxed: 'GST', abroad: 'GST free', untaxed: 'Out of Scope' }[line.treatment],
      line.tax,
      line.currency,
    ]),
}

export function signed({ kind }: BookContent, cents: number): Cell {
  return { cents: kind === 'invoice' ? cents : -cents }
}

function treatmentOf({ taxed, taxKind }: BookContent): Treatment {
  if (taxed) return 'taxed'
  return taxKind ? 'abroad' : 'untaxed'
}

function dueDay(content: BookContent): string {
  return (content.kind === 'invoice' && content.transfer?.due) || content.date
}

/** "2026-11-22" → "22/11/2026" */
function australian(day: string): string {
  return day.split('-').reverse().join('/')
}
