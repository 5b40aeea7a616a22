import { z } from 'zod'
import { debitDays } from '#shared/calendar/debit-days.ts'
import { changesLicence } from '#shared/orders/changes-licence.ts'
import { type OrderStatus, orderStatusSchema } from '#shared/orders/orders.ts'
import { formatPrice } from '#shared/pricing/money.ts'
import { NeedlessMail } from '../../messages/mail/deliver.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import { notedFor } from '../orders/next-status.ts'
import { attachmentsOf, noteOf, noteText, numberSchema, toBuyer } from './order.ts'

/** Mails to a buyer about what a bank said after the order was placed. */

export const paymentProcessing = toBuyer(({ order, lines, openOrder }) => {
  if (order.payment_state !== 'processing') throw new NeedlessMail('its payment has ended')
  const sum = formatPrice(order.total, order.currency)
  const what = changesLicence(lines) ? 'The licence changes' : 'We mail your keys'
  return {
    subject: `Your payment for order ${order.number} is on its way`,
    title: 'Your bank is working on it.',
    blocks: [
      `Your bank takes up to ${debitDays(order.currency)} working days for the ${sum} of order ${order.number}. ${what} when it’s there. Don’t pay again.`,
      openOrder,
    ],
  }
})

export const paymentFailed = toBuyer(({ order, openOrder }) => {
  if (order.payment_state !== 'failed') throw new NeedlessMail('it is paid another way')
  const sum = formatPrice(order.total, order.currency)
  return {
    subject: `Your payment for order ${order.number} didn’t come`,
    title: 'Your bank refused the payment.',
    blocks: [
      `Your bank didn’t pay the ${sum} of order ${order.number}, and we have nothing of it. The order is kept at its price: pay by card, or by bank transfer with the details on its page.`,
      { ...openOrder, label: 'Pay for the order' },
    ],
  }
})

const takenSchema = z.object({
  /** Cents that the bank took. */
  amount: z.int().positive(),
  /** The part of it, in cents, that was refunded before. */
  twice: z.int().nonnegative().default(0),
  /** Cumulative cents refunded afterwards. */
  refunded: z.int().positive(),
  status: orderStatusSchema,
  note: numberSchema,
})

export const orderTakenBack = toBuyer(async ({ order, lines, params, openOrder }, { sources }) => {
  const { amount, twice, refunded, status, note: number } = takenSchema.parse(params)
  const sum = formatPrice(amount, order.currency)
  const note = await noteOf(sources, order, { refunded: notedFor(order, refunded), note: number })
  return {
    subject: `Your bank has taken back ${sum} of order ${order.number}`,
    title: `Your bank has taken back ${sum}.`,
    blocks: [
      `A payment of order ${order.number} was disputed, and the bank decided for you. The money comes from your bank, not from us. ${keysText(status, changesLicence(lines))}${noteText(note, order)}${twiceText(twice, order)}`,
      openOrder,
    ],
    attachments: attachmentsOf(note),
  }
})

/** Empty unless the bank took money that was refunded before. */
function twiceText(twice: number, { currency }: OrderRow): string {
  if (twice === 0) return ''
  return ` We had sent back ${formatPrice(twice, currency)} of it before, so you have that twice: answer this mail, and we say where it should go.`
}

function keysText(status: OrderStatus, isChange: boolean): string {
  if (status === 'refunded')
    return isChange
      ? 'With it, your licence is as it was without this order.'
      : 'With it, its keys are switched off.'
  if (status === 'disputed')
    return isChange
      ? 'Another dispute isn’t decided yet. Until then, your licence is as it was without this order.'
      : 'Another dispute isn’t decided yet. Until then, your keys are on hold.'
  return isChange ? 'Your licence stays as it is.' : 'Your keys go on working.'
}

/** `isPromised`: the refund was due by transfer from the start. */
const owedSchema = z.object({
  amount: z.int().positive(),
  isPromised: z.boolean().default(false),
  /** Note of a refund that failed at once, which no other mail mentions. */
  note: numberSchema,
})

/** `note` cancels the invoice of the payment. */
const undoneSchema = z.object({ amount: z.int().positive(), hadKeys: z.boolean(), note: numberSchema })

/** Corrects the mail that confirmed the payment. */
export const paymentUndone = toBuyer(async ({ order, params, openOrder }, { sources }) => {
  const { amount, hadKeys, note: number } = undoneSchema.parse(params)
  const sum = formatPrice(amount, order.currency)
  const note = number ? await sources.documentByNumber(order.id, number) : null
  const follows = note
    ? `So the order isn’t paid: its keys are off, and the invoice that you got is cancelled.${noteText(note, order)} The order’s page says whether it can still be paid.`
    : hadKeys
      ? 'The order waits for its money again. Until that comes, its keys are off, and the receipt that you got doesn’t count.'
      : 'It doesn’t count towards the order any more.'
  return {
    subject: `Order ${order.number} isn’t paid yet`,
    title: 'That payment wasn’t yours.',
    blocks: [
      `We booked ${sum} of somebody else to order ${order.number} by mistake, and have taken it back. ${follows} We’re sorry.`,
      openOrder,
    ],
    attachments: attachmentsOf(note),
  }
})

export const refundDelayed = toBuyer(async ({ order, params, openOrder }, { sources }) => {
  const { amount, note: number } = owedSchema.parse(params)
  const sum = formatPrice(amount, order.currency)
  const note = number ? await sources.documentByNumber(order.id, number) : null
  return {
    subject: `Your refund for order ${order.number} takes longer`,
    title: 'Your refund takes longer.',
    blocks: [
      `The ${sum} that we sent back for order ${order.number} didn’t reach you. We owe it to you. If your card has ended or changed, answer this mail with a bank account, and we pay it there.${noteText(note, order)}`,
      openOrder,
    ],
    attachments: attachmentsOf(note),
  }
})

export const refundRepaid = toBuyer(({ order, params, openOrder }) => {
  const { amount, isPromised } = owedSchema.parse(params)
  const sum = formatPrice(amount, order.currency)
  return {
    subject: `Your refund for order ${order.number} went by bank transfer`,
    title: 'Your refund went to your bank account.',
    blocks: [
      `We’ve transferred the ${sum} of order ${order.number}${isPromised ? '' : ' that didn’t reach you before'}. Banks can take a few days to show it.`,
      openOrder,
    ],
  }
})
