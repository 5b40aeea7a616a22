import { type Day, dayIn } from '#shared/calendar.ts'
import { companyNumber } from '#shared/company.ts'
import type { InvoiceContent, Price } from '#shared/invoice.ts'
import type { Site } from '#shared/site.ts'
import { percentOf, type Tax, type TaxRule, taxCountry, taxIncluded, taxRuleFor } from '#shared/tax.ts'
import { foreignTransferFacts, transferFacts } from '#shared/transfer-facts.ts'
import type { OrderLineRow, OrderRow } from '../db/rows/orders.ts'
import type { QuoteRow } from '../db/rows/quotes.ts'
import { transferOf } from '../orders/transfer.ts'

type Common = { order: OrderRow; seller: Site; number: string; now: Date }
type IssuedInvoice = { number: string; date: Day }
type Sold = Pick<
  OrderLineRow,
  'name' | 'seats' | 'updates_months' | 'change' | 'qty' | 'unit_amount' | 'amount' | 'tax' | 'discounts'
>
/** What an order and a quote say of their buyer and their tax. */
type Bought = Pick<
  QuoteRow,
  | 'customer_name'
  | 'customer_email'
  | 'company_name'
  | 'abn'
  | 'vat_id'
  | 'country'
  | 'currency'
  | 'purchase_order'
  | 'tax_rule'
>

/**
 * What a tax invoice has to say: the seller and its ABN, the date, each line's description, quantity, price and GST, the
 * total, and who the buyer is (A New Tax System (Goods and Services Tax) Act 1999 s 29-70). Software supplied to someone
 * outside Australia is GST-free (s 38-190), and its document is an invoice alone. Before the payment it says where the
 * money goes and until when.
 */
export function invoiceContent({ lines, ...common }: Common & { lines: OrderLineRow[] }): InvoiceContent {
  const { order, seller, now } = common
  const { timeZone } = seller.company
  const isPaid = order.paid_at !== null || order.transfer_terms === null
  return {
    kind: 'invoice',
    ...documentOf(common),
    lines: lineContents(lines, seller),
    total: order.total,
    tax: taxOf(order) ? order.tax : 0,
    // A document's date is the seller's.
    paid: isPaid ? { date: dayIn(timeZone, order.paid_at ?? now), method: order.payment_method } : null,
    transfer: isPaid ? null : awaitedTransfer(order, seller),
  }
}

/**
 * What an adjustment note has to say: the ABN, that it is one, and its effect (s 29-75).
 * Its GST is the difference between the GST of what was kept before and of what is kept now, so that the invoice's GST less
 * that of all notes is always the GST of what is kept, to the cent.
 * @param refunded cumulative, before this refund and with it; in cents
 */
export function adjustmentNoteContent(
  common: Common & {
    invoice: IssuedInvoice
    refunded: { before: number; after: number }
    reason?: string | null
  },
): InvoiceContent {
  const { order, invoice, refunded, reason } = common
  const rule = taxOf(order)
  const before = priceOf(order.total - refunded.before, rule)
  const after = priceOf(order.total - refunded.after, rule)
  return {
    kind: 'adjustment_note',
    ...documentOf(common),
    invoice,
    before,
    after,
    total: before.total - after.total,
    tax: before.tax - after.tax,
    refunds: order.paid_at !== null,
    ...(reason && { reason }),
  }
}

/** That an invoice, which was issued before, has been paid. */
export function receiptContent({ invoice, ...common }: Common & { invoice: IssuedInvoice }): InvoiceContent {
  const { order, seller, now } = common
  return {
    kind: 'receipt',
    ...documentOf(common),
    invoice,
    paid: { date: dayIn(seller.company.timeZone, order.paid_at ?? now), method: order.payment_method },
    total: order.total,
    tax: taxOf(order) ? order.tax : 0,
  }
}

/** What every document of an order or a quote says of both sides. */
export function headOf(bought: Bought, { seller, number, now }: Omit<Common, 'order'>) {
  const rule = taxOf(bought)
  const { company } = seller
  return {
    number,
    date: dayIn(company.timeZone, now),
    currency: bought.currency,
    seller: { name: company.name, number: companyNumber(company) },
    buyer: buyerOf(bought),
    purchaseOrder: bought.purchase_order,
    taxed: rule !== null,
    taxKind: taxKindOf(sellersTax(bought)),
    reverseCharge: rule === null && bought.vat_id !== null,
  }
}

export function lineContents(lines: Sold[], { product }: Pick<Site, 'product'>) {
  return lines.map((line) => ({
    description: describeLine(line, product),
    qty: line.qty,
    unitAmount: line.unit_amount,
    discounts: JSON.parse(line.discounts),
    total: line.amount,
    tax: line.tax,
  }))
}

export function buyerOf(order: Bought): InvoiceContent['buyer'] {
  return {
    name: order.customer_name.normalize('NFC'),
    companyName: order.company_name?.normalize('NFC') ?? null,
    abn: order.abn && groupAbn(order.abn),
    vatId: order.vat_id,
    country: countryName(order.country),
    email: order.customer_email,
  }
}

function documentOf({ order, ...common }: Common) {
  return { ...headOf(order, common), orderNumber: order.number }
}

/** The tax inside the total; null where the buyer pays none. */
export function taxOf(bought: Pick<OrderRow, 'tax_rule' | 'country'>): TaxRule | null {
  return taxRuleFor(sellersTax(bought), bought.country)
}

/** The seller's tax when it was sold. */
function sellersTax({ tax_rule }: Pick<OrderRow, 'tax_rule'>): Tax {
  return tax_rule === null ? null : JSON.parse(tax_rule)
}

function taxKindOf(tax: Tax): InvoiceContent['taxKind'] {
  return tax && { name: tax.name, percent: percentOf(tax), country: countryName(taxCountry(tax)) }
}

function awaitedTransfer(order: OrderRow, seller: Site) {
  const due = transferOf(order)?.steps.find(({ kind }) => kind === 'due')
  if (!due) return null
  return {
    due: due.day,
    facts: [
      ...transferFacts(seller, order),
      ...(order.country === seller.company.country ? [] : foreignTransferFacts(seller)),
    ],
  }
}

let countryNames: Intl.DisplayNames | undefined

function countryName(code: string): string {
  // Made when it's first needed: its data take longer to load than many a start.
  countryNames ??= new Intl.DisplayNames('en-AU', { type: 'region' })
  return countryNames.of(code) ?? code
}

function priceOf(total: number, rule: TaxRule | null): Price {
  return { total, tax: taxIncluded(total, rule) }
}

function describeLine({ name, seats, updates_months, change }: Sold, product: string): string {
  if (change !== null) return `${product}: ${name}`
  const machines = seats === 1 ? '1 machine' : `${seats} machines`
  return `${product} ${name} licence, ${machines}, ${updates_months} months of updates`
}

/** As the Australian Business Register writes it: 00 000 000 000. */
function groupAbn(abn: string): string {
  return abn.replaceAll(/\D/g, '').replace(/^(\d{2})(\d{3})(\d{3})(\d{3})$/, '$1 $2 $3 $4')
}
