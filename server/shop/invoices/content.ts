import { formatAbn } from '#shared/buyer/abn.ts'
import { countryName } from '#shared/buyer/country-name.ts'
import { addressOf } from '#shared/buyer/postal-address.ts'
import { type Day, dayIn } from '#shared/calendar/calendar.ts'
import type { Invoice, InvoiceContent, Price, Received } from '#shared/orders/invoice.ts'
import type { Discount } from '#shared/pricing/discounts.ts'
import {
  percentOf,
  type Tax,
  type TaxRule,
  taxCountry,
  taxIncluded,
  taxRuleFor,
} from '#shared/pricing/tax.ts'
import { shareTax } from '#shared/pricing/tax-shares.ts'
import { routes } from '#shared/routes/routes.ts'
import { companyNumber } from '#shared/seller/company.ts'
import type { Site } from '#shared/seller/site.ts'
import { transferFactsFor } from '#shared/seller/transfer-facts.ts'
import { buyerOf } from '../../runtime/db/rows/buyer.ts'
import type { OrderLineRow, OrderRow } from '../../runtime/db/rows/orders.ts'
import type { QuoteRow } from '../../runtime/db/rows/quotes.ts'
import { shownEmail } from '../../runtime/shown-email.ts'
import { transferOf } from '../orders/transfer.ts'

type Common = {
  order: OrderRow
  site: Site
  /** Public origin without a trailing slash. */
  siteUrl: string
  number: string
  now: Date
  /** Result of `findReceived`. */
  received?: Received | null
}
type IssuedInvoice = { number: string; date: Day }
type Sold = Pick<
  OrderLineRow,
  'name' | 'seats' | 'updates_months' | 'change' | 'qty' | 'unit_amount' | 'amount' | 'tax' | 'discounts'
>
type Bought = Pick<QuoteRow, 'buyer' | 'currency' | 'tax_rule'>

/**
 * A tax invoice's contents (A New Tax System (Goods and Services Tax) Act 1999 s 29-70). Software for buyers outside
 * Australia is GST-free (s 38-190), so their document is a plain invoice.
 */
export function invoiceContent({ lines, ...common }: Common & { lines: OrderLineRow[] }): InvoiceContent {
  const { order, site } = common
  return {
    kind: 'invoice',
    ...documentOf(common),
    lines: lineContents(lines, site, taxOf(order)),
    total: order.total,
    tax: taxOf(order) ? order.tax : 0,
    ...standingOf(common),
  }
}

type Standing = Pick<Common, 'order' | 'site' | 'now' | 'received'>

/** Says that the invoice is paid, or how to pay the rest. */
export function standingOf(standing: Standing): Pick<Invoice, 'paid' | 'transfer'> {
  const { order, received } = standing
  const isPaid = order.paid_at !== null || received?.amount === order.total
  return isPaid
    ? { paid: paymentOf(standing), transfer: null }
    : { paid: null, transfer: awaitedTransfer(standing) }
}

/** Dates the payment by the bank's day of the last money, otherwise by the day of `paid_at`. */
function paymentOf({ order, site: { company }, now, received }: Standing) {
  const date =
    received?.amount === order.total ? received.date : dayIn(company.timeZone, order.paid_at ?? now)
  return { date, method: order.payment_method }
}

function awaitedTransfer({ order, site, received }: Standing): Invoice['transfer'] {
  const due = transferOf(order)?.steps.find(({ kind }) => kind === 'due')
  if (!due) return null
  // A partial refund of a part payment cancels the whole price, so no rest is owed.
  if (order.status === 'refunded') return { due: due.day, facts: [] }
  const amount = order.total - (received?.amount ?? 0)
  const facts = transferFactsFor(site, { ...order, country: buyerOf(order).country, amount })
  return { due: due.day, ...(received && { received }), facts }
}

/**
 * Contents of an adjustment note (s 29-75). GST is the difference of the kept GST before and after, so all
 * notes together match to the cent.
 * @param refunded cumulative cents before and after this refund; lower afterwards if money came back
 */
export function adjustmentNoteContent(
  common: Common & {
    invoice: IssuedInvoice
    refunded: { before: number; after: number }
    reason?: string | null
  },
): InvoiceContent {
  const { order, invoice, refunded, reason } = common
  return {
    kind: 'adjustment_note',
    ...documentOf(common),
    invoice,
    ...adjustmentOf(order, refunded),
    refunds: order.paid_at !== null || order.status === 'refunded',
    ...(reason && { reason }),
  }
}

/** Amounts in cents. @param refunded cumulative */
export function adjustmentOf(order: OrderRow, refunded: { before: number; after: number }) {
  const rule = taxOf(order)
  const before = priceOf(order.total - refunded.before, rule)
  const after = priceOf(order.total - refunded.after, rule)
  return { before, after, total: before.total - after.total, tax: before.tax - after.tax }
}

export function receiptContent({ invoice, ...common }: Common & { invoice: IssuedInvoice }): InvoiceContent {
  const { order } = common
  return {
    kind: 'receipt',
    ...documentOf(common),
    invoice,
    paid: paymentOf(common),
    total: order.total,
    tax: taxOf(order) ? order.tax : 0,
  }
}

export function headOf(bought: Bought, { site, siteUrl, number, now }: Omit<Common, 'order'>) {
  const rule = taxOf(bought)
  const { company } = site
  return {
    number,
    date: dayIn(company.timeZone, now),
    currency: bought.currency,
    seller: {
      name: company.name,
      number: companyNumber(company),
      email: company.email,
      ...placeOf(company),
    },
    ...namedBuyer(bought),
    page: `${siteUrl}${routes.licences}`,
    taxed: rule !== null,
    taxKind: taxKindOf(sellersTax(bought)),
    reverseCharge: isReverseCharged(bought, site),
  }
}

/** Whether a business abroad accounts for its own tax. */
export function isReverseCharged(bought: Bought, { company }: Pick<Site, 'company'>): boolean {
  const { vatId, country } = buyerOf(bought)
  return taxOf(bought) === null && vatId !== undefined && country !== company.country
}

export function lineContents(lines: Sold[], { product }: Pick<Site, 'product'>, rule: TaxRule | null) {
  return lines.map((line) => ({
    description: describeLine(line, product),
    qty: line.qty,
    unitAmount: line.unit_amount,
    discounts: discountContents(line, rule),
    total: line.amount,
    tax: line.tax,
  }))
}

/** Each line shows tax on its full price, so the discounts share the difference to the tax due. */
function discountContents({ qty, unit_amount, tax, ...line }: Sold, rule: TaxRule | null) {
  const discounts: Discount[] = JSON.parse(line.discounts)
  const taken = Math.max(0, taxIncluded(qty * unit_amount, rule) - tax)
  const taxes = shareTax(
    discounts.map(({ amount }) => amount),
    taken,
  )
  return discounts.map((discount, index) => ({ ...discount, tax: taxes[index] ?? 0 }))
}

/** Buyer's details on documents. A corrected invoice differs only in these. */
export function namedBuyer(bought: Pick<Bought, 'buyer'>): Pick<InvoiceContent, 'buyer' | 'purchaseOrder'> {
  const buyer = buyerOf(bought)
  const { name, companyName, abn, nzbn = null, vatId = null, country, email, purchaseOrder = null } = buyer
  return {
    buyer: {
      name: name.normalize('NFC'),
      companyName: companyName?.normalize('NFC') ?? null,
      abn: abn === undefined ? null : formatAbn(abn),
      nzbn,
      vatId,
      country: countryName(country),
      address: addressOf(buyer),
      countryCode: country,
      email: shownEmail(email),
    },
    purchaseOrder,
  }
}

function placeOf({ address, country: home }: Site['company']) {
  if (!address) return { country: countryName(home), address: null, countryCode: home }
  const { country = home, ...lines } = address
  return { country: countryName(country), address: lines, countryCode: country }
}

function documentOf({ order, ...common }: Common) {
  return { ...headOf(order, common), orderNumber: order.number }
}

export function taxOf(bought: Pick<OrderRow, 'tax_rule' | 'buyer'>): TaxRule | null {
  return taxRuleFor(sellersTax(bought), buyerOf(bought).country)
}

/** Seller's tax at the time of sale. */
export function sellersTax({ tax_rule }: Pick<OrderRow, 'tax_rule'>): Tax {
  return tax_rule === null ? null : JSON.parse(tax_rule)
}

function taxKindOf(tax: Tax): InvoiceContent['taxKind'] {
  return tax && { name: tax.name, percent: percentOf(tax), country: countryName(taxCountry(tax)) }
}

function priceOf(total: number, rule: TaxRule | null): Price {
  return { total, tax: taxIncluded(total, rule) }
}

function describeLine({ name, seats, updates_months, change }: Sold, product: string): string {
  if (change !== null) return `${product}: ${name}`
  const machines = seats === 1 ? '1 machine' : `${seats} machines`
  return `${product} ${name} licence, ${machines}, ${updates_months} months of updates`
}
