import type { Billed } from '../../shop/invoices/e-invoice.ts'
import type { Cell, Columns } from '../../web/http/csv.ts'
import { type IssuedDocument, linesOf } from './documents.ts'

/** Account codes for sales in the chart of accounts. */
export type Accounts = { sales: string }

/** File for import into an accounting program. Amounts include tax, and are negative for adjustment notes. */
export type Program = {
  columns: Columns<SoldLine>
  /** Maximum number of invoices per import. */
  perFile?: number
  /** Whether an empty line separates invoices. */
  isSpaced?: true
}

type SoldLine = ReturnType<typeof soldLines>[number]

/** Fields that every program needs. Quantity times price is the line's total, after discounts. */
export function soldLines({ content, replaces }: IssuedDocument, { sales: account }: Accounts) {
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
    account,
    currency,
  }))
}

/** Xero, "Import sales invoices". */
export const xero: Program = {
  columns: {
    '*ContactName': ({ customer }) => customer,
    EmailAddress: ({ email }) => email,
    '*InvoiceNumber': ({ number }) => number,
    Reference: ({ reference }) => reference,
    '*InvoiceDate': ({ date }) => date,
    '*DueDate': ({ due }) => due,
    '*Description': ({ description }) => description,
    '*Quantity': ({ qty }) => qty,
    '*UnitAmount': ({ unitAmount }) => unitAmount,
    '*AccountCode': ({ account }) => account,
    '*TaxType': ({ treatment }) =>
      ({ taxed: 'GST on Income', abroad: 'GST Free Exports', untaxed: 'BAS Excluded' })[treatment],
    TaxAmount: ({ tax }) => tax,
    Currency: ({ currency }) => currency,
  },
  perFile: 500,
}

/** MYOB AccountRight, "Import and export fields", service sales. */
export const myob: Program = {
  columns: {
    'Co./Last Name': ({ customer }) => customer,
    Inclusive: () => 'X',
    'Invoice No.': ({ number }) => number,
    Date: ({ date }) => date,
    'Customer PO': ({ reference }) => reference,
    Description: ({ qty, description }) => (qty === 1 ? description : `${qty} × ${description}`),
    'Account No.': ({ account }) => account,
    Amount: ({ net }) => net,
    'Inc-Tax Amount': ({ total }) => total,
    'Tax Code': ({ treatment }) => ({ taxed: 'GST', abroad: 'EXP', untaxed: 'N-T' })[treatment],
    'Tax Amount': ({ tax }) => tax,
    'Currency Code': ({ currency }) => currency,
  },
  isSpaced: true,
}

/** QuickBooks Online, "Import multiple invoices at once". Its import asks about tax: amounts include it. */
export const quickbooks: Program = {
  columns: {
    '*InvoiceNo': ({ number }) => number,
    '*Customer': ({ customer }) => customer,
    '*InvoiceDate': ({ date }) => date,
    '*DueDate': ({ due }) => due,
    Memo: ({ reference }) => reference,
    // A new company file has this item, which names the account.
    'Item(Product/Service)': () => 'Sales',
    ItemDescription: ({ description }) => description,
    ItemQuantity: ({ qty }) => qty,
    ItemRate: ({ unitAmount }) => unitAmount,
    '*ItemAmount': ({ total }) => total,
    '*ItemTaxCode': ({ treatment }) =>
      ({ taxed: 'GST', abroad: 'GST free', untaxed: 'Out of Scope' })[treatment],
    ItemTaxAmount: ({ tax }) => tax,
    Currency: ({ currency }) => currency,
  },
  perFile: 100,
}

export function signed({ kind }: Billed, cents: number): Cell {
  return { cents: kind === 'invoice' ? cents : -cents }
}

function treatmentOf({ taxed, taxKind }: Billed): 'taxed' | 'abroad' | 'untaxed' {
  if (taxed) return 'taxed'
  return taxKind ? 'abroad' : 'untaxed'
}

function dueDay(content: Billed): string {
  return (content.kind === 'invoice' && content.transfer?.due) || content.date
}

/** "2026-11-22" → "22/11/2026" */
function australian(day: string): string {
  return day.split('-').reverse().join('/')
}
