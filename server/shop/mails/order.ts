import { waiverConfirmed } from '#shared/buyer/withdrawal-words.ts'
import { titleOf } from '#shared/orders/invoice-text.ts'
import type { Discount } from '#shared/pricing/discounts.ts'
import { formatMoney, formatPrice } from '#shared/pricing/money.ts'
import { text } from '#shared/text/text-fields.ts'
import type { Attachment, Block, Draft, Part } from '../../messages/mail/blocks.ts'
import type { LetterContext, Template } from '../../messages/mail/template.ts'
import { buyerOf } from '../../runtime/db/rows/buyer.ts'
import type { MailRow } from '../../runtime/db/rows/mails.ts'
import type { OrderLineRow, OrderRow } from '../../runtime/db/rows/orders.ts'
import { taxOf } from '../invoices/content.ts'
import { outstandingOf } from '../orders/transfer.ts'
import type { IssuedDocument, OrderForMail, ShopSources } from './sources.ts'

/** Parts that several mails of an order share. */

export function amountsOf(order: OrderRow, lines: OrderLineRow[]): Block {
  const money = (cents: number) => formatMoney(cents, order.currency)
  const rule = taxOf(order)
  const part = partOf(order)
  const isDue = order.status === 'pending' && part === null
  const tax = rule && order.tax > 0 ? [{ label: `Includes ${rule.name}`, amount: money(order.tax) }] : []
  return {
    type: 'amounts',
    amounts: [
      ...lines.flatMap((line) => lineAmounts(line, money)),
      ...tax,
      { label: `${isDue ? 'Total due' : 'Total'}, ${order.currency}`, amount: money(order.total) },
      ...(part
        ? [
            { label: 'Received', amount: money(part.received) },
            { label: `Still to pay, ${order.currency}`, amount: money(part.rest) },
          ]
        : []),
    ],
  }
}

/** The full price, followed by its discounts, as on the invoice. */
function lineAmounts({ name, qty, amount, discounts }: OrderLineRow, money: (cents: number) => string) {
  const taken: Discount[] = JSON.parse(discounts)
  const full = taken.reduce((sum, discount) => sum + discount.amount, amount)
  return [
    { label: `${qty} × ${name}`, amount: money(full) },
    ...taken.map((discount) => ({
      label: discount.label,
      amount: money(-discount.amount).replace('-', '−'),
    })),
  ]
}

/** Amounts in cents; null unless a transfer has paid only part of the total. */
export function partOf(order: OrderRow): { received: number; rest: number } | null {
  const { status, received_amount: received } = order
  return status === 'pending' && received !== null ? { received, rest: outstandingOf(order) } : null
}

/** Empty unless more money came than the order claims. */
export function creditBlocks({ order, credit }: Pick<OrderForMail, 'order' | 'credit'>): Part[] {
  if (credit === 0) return []
  return [
    `${formatPrice(credit, order.currency)} more than the total came in. Answer this mail, and say where it should go back to.`,
  ]
}

/** Confirms the EU consumer's agreement. */
export function waiverBlocks(order: OrderRow): Part[] {
  return buyerOf(order).waivesWithdrawal ? [waiverConfirmed] : []
}

/**
 * ", PO-88123" for a subject, so that accounts staff find the document. Only numbers are included, because
 * strangers may enter anybody's address.
 */
export function purchaseOrderIn({ purchase_order: number }: Pick<OrderRow, 'purchase_order'>): string {
  if (!number || !/^[A-Z]{0,6}[-/ #]?\d[\dA-Z/-]{0,20}$/i.test(number)) return ''
  return /^\d/.test(number) ? `, PO ${number}` : `, ${number}`
}

/** The number of a document. */
export const numberSchema = text(40, 'A number is text.').nullish()

/** The adjustment note of a mail. A mail that is sent again names only the notes' total. */
export async function noteOf(
  sources: ShopSources,
  { id }: OrderRow,
  { refunded, note }: { refunded: number; note?: string | null | undefined },
): Promise<IssuedDocument | null> {
  return note ? sources.documentByNumber(id, note) : sources.document(id, 'adjustment_note', refunded)
}

/** Appended to a sentence. Empty without a note. @param what describes the note, between commas */
export function noteText(note: IssuedDocument | null, order: OrderRow, what = ''): string {
  if (!note) return ''
  const title = titleOf({ kind: 'adjustment_note', taxed: taxOf(order) !== null })
  return ` ${title} ${note.number}${what} is attached.`
}

export function attachmentsOf(document: IssuedDocument | null): Attachment[] {
  if (!document) return []
  const { number, pdf, xml } = document
  return [
    { filename: `${number}.pdf`, content: pdf, contentType: 'application/pdf' },
    ...(xml
      ? [{ filename: `${number}.xml`, content: Buffer.from(xml), contentType: 'application/xml' }]
      : []),
  ]
}

export type Action = Extract<Block, { type: 'action' }>

/** Data for a mail to the buyer. `openOrder` is a button. */
export type OrderToTell = OrderForMail & { mail: MailRow; params: unknown; openOrder: Action }

export type LetterToBuyer = Omit<Draft, 'reason'>

type Write = (
  found: OrderToTell,
  context: LetterContext<ShopSources>,
) => LetterToBuyer | null | Promise<LetterToBuyer | null>

/** Mails the buyer of an order, and says why they get the mail. */
export function toBuyer(write: Write): Template<ShopSources> {
  return async (mail, context) => {
    const { siteUrl, sources } = context
    const found = await sources.order(mail.order_id ?? '')
    if (!found) return null
    const url = await sources.orderLink(found.order)
    const openOrder: Action = { type: 'action', label: 'Open your order', url }
    const letter = await write({ ...found, mail, params: JSON.parse(mail.params), openOrder }, context)
    const reason = `You get this because order ${found.order.number} was made at ${new URL(siteUrl).host} with this address.`
    return letter && { ...letter, reason }
  }
}
