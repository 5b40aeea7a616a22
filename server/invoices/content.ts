import { homeCountry } from '#shared/buyer.ts'
import { type Day, dayIn } from '#shared/calendar.ts'
import type { InvoiceContent, Price } from '#shared/invoice.ts'
import { taxIncluded } from '#shared/money.ts'
import type { Site } from '#shared/site.ts'
import type { OrderLineRow, OrderRow } from '../db/schema.ts'

type Common = { order: OrderRow; seller: Site; number: string; now: Date }
type IssuedInvoice = { number: string; date: Day }

/**
 * What a tax invoice has to say: the seller and its ABN, the date, each line's description, quantity, price and GST, the
 * total, and who the buyer is (A New Tax System (Goods and Services Tax) Act 1999 s 29-70). Software supplied to someone
 * outside Australia is GST-free (s 38-190), and its document is an invoice alone.
 */
export function invoiceContent({ lines, ...common }: Common & { lines: OrderLineRow[] }): InvoiceContent {
  const { order, seller, now } = common
  const taxed = isTaxed(order)
  const { timeZone } = seller.company
  return {
    kind: 'invoice',
    ...documentOf(common),
    lines: lines.map((line) => ({
      description: describeLine(line, seller),
      qty: line.qty,
      unitAmount: line.unit_amount,
      total: line.amount,
      tax: taxed ? line.tax : 0,
    })),
    ...priceOf(order.total, taxed),
    // A document's date is the seller's.
    paid: { date: dayIn(timeZone, order.paid_at ?? now), method: order.payment_method },
  }
}

/**
 * What an adjustment note has to say: the ABN, that it is one, and its effect (s 29-75).
 * Its GST is the difference between the GST of what was kept before and of what is kept now, so that the invoice's GST less
 * that of all notes is always the GST of what is kept, to the cent.
 * @param refunded cumulative, before this refund and with it; in cents
 */
export function adjustmentNoteContent(
  common: Common & { invoice: IssuedInvoice; refunded: { before: number; after: number } },
): InvoiceContent {
  const { order, invoice, refunded } = common
  const [before, after] = [refunded.before, refunded.after].map((sum) =>
    priceOf(order.total - sum, isTaxed(order)),
  ) as [Price, Price]
  return {
    kind: 'adjustment_note',
    ...documentOf(common),
    invoice,
    before,
    after,
    total: before.total - after.total,
    tax: before.tax - after.tax,
  }
}

function documentOf({ order, seller, number, now }: Common) {
  return {
    number,
    date: dayIn(seller.company.timeZone, now),
    orderNumber: order.number,
    currency: order.currency,
    seller: { name: seller.company.name, abn: seller.company.abn },
    buyer: buyerOf(order),
    purchaseOrder: order.purchase_order,
    taxed: isTaxed(order),
  }
}

export function buyerOf(order: OrderRow): InvoiceContent['buyer'] {
  return {
    name: order.customer_name.normalize('NFC'),
    companyName: order.company_name?.normalize('NFC') ?? null,
    abn: order.abn && groupAbn(order.abn),
    country: countryName(order.country) ?? order.country,
    email: order.customer_email,
  }
}

let countryNames: Intl.DisplayNames | undefined

function countryName(code: string): string | undefined {
  // Made when it's first needed: its data take longer to load than many a start.
  countryNames ??= new Intl.DisplayNames('en-AU', { type: 'region' })
  return countryNames.of(code)
}

function isTaxed({ country }: OrderRow): boolean {
  return country === homeCountry
}

function priceOf(total: number, taxed: boolean): Price {
  return { total, tax: taxed ? taxIncluded(total) : 0 }
}

function describeLine({ name, seats, updates_months, change }: OrderLineRow, { product }: Site): string {
  if (change !== null) return `${product}: ${name}`
  const machines = seats === 1 ? '1 machine' : `${seats} machines`
  return `${product} ${name} licence, ${machines}, ${updates_months} months of updates`
}

/** As the Australian Business Register writes it: 00 000 000 000. */
function groupAbn(abn: string): string {
  return abn.replaceAll(/\D/g, '').replace(/^(\d{2})(\d{3})(\d{3})(\d{3})$/, '$1 $2 $3 $4')
}
