import { dayIn, minuteIn } from '#shared/calendar.ts'
import { formatMoney } from '#shared/money.ts'
import type { Db } from '../db/database.ts'
import type { InvoiceRow, OrderRow } from '../db/schema.ts'
import { contentOf, findInvoices } from '../invoices/issue.ts'
import { findLines } from '../orders/order-store.ts'
import { viewHead, viewLine } from '../orders/order-view.ts'

export type ShownOrder = ReturnType<typeof showOrder>
type WholeOrder = Awaited<ReturnType<typeof readWholeOrder>>

/** An order as its buyer sees it, but for where to pay, and what came in for it. */
export function showOrder(order: OrderRow) {
  const { paymentUrl: _link, ...head } = viewHead(order)
  return { ...head, receivedAmount: order.received_amount, receivedCurrency: order.received_currency }
}

export async function readWholeOrder(db: Db, order: OrderRow) {
  const of = { order_id: order.id }
  return {
    ...showOrder(order),
    lines: (await findLines(db, order.id)).map(viewLine),
    licences: await db
      .selectFrom('licences')
      .innerJoin('order_lines', 'order_lines.id', 'licences.order_line_id')
      .select(['licences.id', 'licences.status', 'licences.key_hint as keyHint'])
      .where('order_lines.order_id', '=', order.id)
      .orderBy('order_lines.position')
      .orderBy('licences.ordinal')
      .execute(),
    documents: (await findInvoices(db, order.id)).map(showDocument),
    mails: await db
      .selectFrom('mails')
      .select(['kind', 'status', 'recipient', 'created_at as createdAt', 'sent_at as sentAt'])
      .where((is) => is.and(of))
      .orderBy('created_at')
      .execute(),
    events: await db
      .selectFrom('order_events')
      .select(['at', 'event', 'detail'])
      .where((is) => is.and(of))
      .orderBy('at')
      .execute(),
  }
}

export function lineOfOrder(order: ShownOrder, timeZone: string): string {
  const { number, status, total, currency, createdAt, customer, paymentMethod } = order
  return [
    number,
    dayIn(timeZone, createdAt),
    status.padEnd(18),
    formatMoney(total, currency).padStart(12),
    paymentMethod.padEnd(7),
    customer.email,
  ].join('  ')
}

export function textOfOrder(order: WholeOrder, timeZone: string): string {
  const { id, customer, currency, refunded, purchaseOrder } = order
  const money = (amount: number) => formatMoney(amount, currency)
  const at = (time: string) => minuteIn(timeZone, time)
  const { name, companyName, abn, country } = customer
  return [
    lineOfOrder(order, timeZone),
    `  ${[id, name, companyName, abn && `ABN ${abn}`, country].filter(Boolean).join(', ')}`,
    ...(purchaseOrder ? [`  purchase order ${purchaseOrder}`] : []),
    ...(refunded > 0 ? [`  refunded ${money(refunded)} of ${money(order.total)}`] : []),
    ...order.lines.map(({ qty, name, amount }) => `  ${qty} × ${name}  ${money(amount)}`),
    ...order.licences.map(({ id, status, keyHint }) => `  licence ${id}  ${keyHint}  ${status}`),
    ...order.documents.map(
      ({ kind, number, amount, issuedAt }) =>
        `  ${kind === 'invoice' ? 'tax invoice' : 'refund, adjustment note'} ${number}  ${money(amount)}  ${at(issuedAt)}`,
    ),
    ...order.mails.map(
      ({ kind, status, recipient, createdAt, sentAt }) =>
        `  mail ${kind} to ${recipient}: ${status}  ${at(sentAt ?? createdAt)}`,
    ),
    ...order.events.map(
      ({ at: time, event, detail }) => `  ${at(time)}  ${event}${detail ? `, ${detail}` : ''}`,
    ),
  ].join('\n')
}

/** `amount`: what an invoice comes to, or an adjustment note gives back, in cents. */
function showDocument(document: Pick<InvoiceRow, 'number' | 'issued_at' | 'content'>) {
  const content = contentOf(document)
  const amount = content.kind === 'invoice' ? content.total : content.before.total - content.after.total
  return { kind: content.kind, number: document.number, amount, issuedAt: document.issued_at }
}
