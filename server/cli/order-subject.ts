import { addressOf, addressText } from '#shared/buyer/postal-address.ts'
import { dayIn } from '#shared/calendar/calendar.ts'
import { describeAttention } from '#shared/desk/attention-words.ts'
import { describeMail } from '#shared/desk/mail-words.ts'
import { describeKey, describeLine, methodWord, stateInText } from '#shared/desk/words.ts'
import { titleOf } from '#shared/orders/invoice-text.ts'
import type { Discount } from '#shared/pricing/discounts.ts'
import { formatMoney } from '#shared/pricing/money.ts'
import type { ShopContext } from '../context.ts'
import { findByOldOrder } from '../licences/import/imported-licences.ts'
import { UsageError } from '../runtime/arguments.ts'
import type { Db } from '../runtime/db/database.ts'
import type { OrderRow } from '../runtime/db/rows/orders.ts'
import { findOrderByName } from '../shop/orders/order-store.ts'
import { type ShownOrder, showOrder, type WholeOrder } from '../shop/orders/whole-order.ts'
import type { Subject } from './from-endpoints.ts'
import { textOfEntry } from './history-text.ts'
import { timeText } from './time-text.ts'

export const orderSubject: Subject<OrderRow> = {
  word: 'ORDER',
  find: ({ database }, name) => findOrder(database.db, name),
  toJson: showOrder,
  toText: (order, shop) => lineOfOrder(showOrder(order), timeZoneOf(shop)),
}

/** @throws Error for an unknown or missing name */
export async function findOrder(db: Db, name: string | undefined): Promise<OrderRow> {
  if (!name) throw new UsageError('Which order? Give its number, such as 2026-000123, or its id.')
  const order = await findOrderByName(db, name)
  if (order) return order
  const { id } = (await findByOldOrder(db, name)) ?? {}
  const hint = id ? ` A licence of an earlier shop is of it: npm run admin -- licences show ${id}` : ''
  throw new Error(`There is no order ${name}.${hint}`)
}

export function timeZoneOf({ library }: ShopContext): string {
  return library.typed.site.company.timeZone
}

type Listed = Pick<
  ShownOrder,
  'number' | 'status' | 'total' | 'currency' | 'createdAt' | 'customer' | 'paymentMethod'
>

export function lineOfOrder(order: Listed, timeZone: string): string {
  const { number, status, total, currency, createdAt, customer, paymentMethod } = order
  return [
    number,
    dayIn(timeZone, createdAt),
    stateInText(status).padEnd(18),
    formatMoney(total, currency).padStart(12),
    methodWord(paymentMethod).toLowerCase().padEnd(8),
    customer.email,
  ].join('  ')
}

export function textOfOrder(order: WholeOrder, timeZone: string): string {
  const { id, customer, currency, refunded, purchaseOrder } = order
  const money = (amount: number) => formatMoney(amount, currency)
  const at = (time: string) => timeText(timeZone, time)
  const { name, companyName, abn, nzbn, vatId, country } = customer
  const address = addressText(addressOf(customer), country)
  return [
    lineOfOrder(order, timeZone),
    `  ${[id, name, companyName, abn && `ABN ${abn}`, nzbn && `NZBN ${nzbn}`, vatId && `VAT ID ${vatId}`, country].filter(Boolean).join(', ')}`,
    ...(order.quote ? [`  quote ${order.quote.number}`] : []),
    ...(address ? [`  ${address}`] : []),
    ...(purchaseOrder ? [`  purchase order ${purchaseOrder}`] : []),
    ...(refunded > 0 ? [`  refunded ${money(refunded)} of ${money(order.total)}`] : []),
    ...order.lines.map(({ qty, name, amount, discounts }) =>
      [
        `  ${qty} × ${describeLine(name)}  ${money(amount)}`,
        ...discounts.map((discount: Discount) => `${discount.label}: −${money(discount.amount)}`),
      ].join('  '),
    ),
    ...order.licences.map(
      ({ id, status, keyHint }) => `  licence ${id}  key ${describeKey(keyHint)}  ${stateInText(status)}`,
    ),
    ...order.documents.map(
      ({ kind, taxed, number, amount, issuedAt }) =>
        `  ${titleOf({ kind, taxed, total: amount }).toLowerCase()} ${number}  ${money(amount)}  ${at(issuedAt)}`,
    ),
    ...order.mails.map(
      ({ kind, carries, status, recipient, createdAt, sentAt }) =>
        `  mail “${describeMail(kind, carries)}” to ${recipient}: ${stateInText(status)}  ${at(sentAt ?? createdAt)}`,
    ),
    ...order.payments.map(
      ({ amount, date, source, reference }) =>
        `  payment ${money(amount)} by ${source}  ${at(date)}${reference ? `  ${reference}` : ''}`,
    ),
    ...(order.status === 'pending' && order.payments.length > 0
      ? [`  outstanding ${money(order.outstanding)}`]
      : []),
    ...laterNews(order, timeZone),
    ...(order.credit > 0 ? [`  credit to refund ${money(order.credit)}`] : []),
    ...order.events.map(
      (entry) => `  ${at(entry.at)}  ${textOfEntry({ ...entry, act: entry.event }, { currency, timeZone })}`,
    ),
  ].join('\n')
}

/** Reports of the card provider after the payment began. */
function laterNews(order: WholeOrder, timeZone: string): string[] {
  const { payment, refundPending, refundFailed, takenBack, attention, currency } = order
  const money = (amount: number) => formatMoney(amount, currency)
  const dueBy =
    attention?.dueBy && !attention.isAnswered ? `, answer by ${dayIn(timeZone, attention.dueBy)}` : ''
  return [
    ...(payment === 'processing' ? ['  the bank is working on the payment'] : []),
    ...(payment === 'failed' ? ['  the bank refused the payment'] : []),
    ...(refundPending > 0 ? [`  refund on its way ${money(refundPending)}`] : []),
    ...(refundFailed ? [`  refund failed ${money(refundFailed.amount)}: ${refundFailed.reason}`] : []),
    ...(takenBack > 0 ? [`  taken back by the bank ${money(takenBack)}`] : []),
    ...(attention
      ? [
          `  ${attention.isAnswered ? 'with the bank' : 'needs a look'}: ${describeAttention(attention, currency)}${dueBy}`,
        ]
      : []),
  ]
}
