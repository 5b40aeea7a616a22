import { z } from 'zod'
import { debitDays } from '#shared/debit-days.ts'
import { titleOf } from '#shared/invoice-text.ts'
import { formatPrice } from '#shared/money.ts'
import { taxOf } from '../../invoices/content.ts'
import { NeedlessMail } from '../deliver.ts'
import type { Template } from '../render.ts'
import { attachmentsOf, isChange, reasonOf } from './order.ts'

/** Mails to a buyer about what a bank said after the order was placed. */

export const paymentProcessing: Template = async (mail, { siteUrl, sources, orderLink }) => {
  const found = await sources.order(mail.order_id ?? '')
  if (!found) return null
  const { order, lines } = found
  if (order.payment_state !== 'processing') throw new NeedlessMail('its payment has ended')
  const sum = formatPrice(order.total, order.currency)
  const what = isChange(lines) ? 'The licence changes' : 'We mail your keys'
  return {
    subject: `Your payment for order ${order.number} is on its way`,
    title: 'Your bank is working on it.',
    blocks: [
      {
        type: 'paragraph',
        text: `Your bank takes up to ${debitDays(order.currency)} working days for the ${sum} of order ${order.number}. ${what} when it’s there. Don’t pay again.`,
      },
      { type: 'action', label: 'Open your order', url: await orderLink(order) },
    ],
    reason: reasonOf(order, siteUrl),
    automatic: true,
  }
}

export const paymentFailed: Template = async (mail, { siteUrl, sources, orderLink }) => {
  const found = await sources.order(mail.order_id ?? '')
  if (!found) return null
  const { order } = found
  if (order.payment_state !== 'failed') throw new NeedlessMail('it is paid another way')
  const sum = formatPrice(order.total, order.currency)
  return {
    subject: `Your payment for order ${order.number} didn’t come`,
    title: 'Your bank refused the payment.',
    blocks: [
      {
        type: 'paragraph',
        text: `Your bank didn’t pay the ${sum} of order ${order.number}, and we have nothing of it. The order is kept at its price: pay by card, or by bank transfer with the details on its page.`,
      },
      { type: 'action', label: 'Pay for the order', url: await orderLink(order) },
    ],
    reason: reasonOf(order, siteUrl),
    automatic: true,
  }
}

/** In cents: what the bank took, and all that went back afterwards. */
const takenSchema = z.object({ amount: z.int().positive(), refunded: z.int().positive() })

export const orderTakenBack: Template = async (mail, { siteUrl, sources, orderLink }) => {
  const { amount, refunded } = takenSchema.parse(JSON.parse(mail.params))
  const found = await sources.order(mail.order_id ?? '')
  if (!found) return null
  const { order, lines } = found
  const sum = formatPrice(amount, order.currency)
  const whole = isChange(lines) ? 'your licence is as it was without this order' : 'its keys are switched off'
  const keys = refunded >= order.total ? `With it, ${whole}.` : 'Your keys go on working.'
  const note = await sources.document(order.id, 'adjustment_note', refunded)
  const title = titleOf({ kind: 'adjustment_note', taxed: taxOf(order) !== null })
  const attached = note ? ` ${title} ${note.number} is attached.` : ''
  return {
    subject: `Your bank has taken back ${sum} of order ${order.number}`,
    title: `Your bank has taken back ${sum}.`,
    blocks: [
      {
        type: 'paragraph',
        text: `A payment of order ${order.number} was disputed, and the bank decided for you. The money comes from your bank, not from us. ${keys}${attached}`,
      },
      { type: 'action', label: 'Open your order', url: await orderLink(order) },
    ],
    attachments: attachmentsOf(note),
    reason: reasonOf(order, siteUrl),
    automatic: true,
  }
}

const delayedSchema = z.object({ amount: z.int().positive() })

export const refundDelayed: Template = async (mail, { siteUrl, sources, orderLink }) => {
  const { amount } = delayedSchema.parse(JSON.parse(mail.params))
  const found = await sources.order(mail.order_id ?? '')
  if (!found) return null
  const { order } = found
  const sum = formatPrice(amount, order.currency)
  return {
    subject: `Your refund for order ${order.number} takes longer`,
    title: 'Your refund takes longer.',
    blocks: [
      {
        type: 'paragraph',
        text: `Your bank didn’t take the ${sum} that we sent back for order ${order.number}. We owe it to you. If your card has ended or changed, answer this mail with a bank account, and we pay it there.`,
      },
      { type: 'action', label: 'Open your order', url: await orderLink(order) },
    ],
    reason: reasonOf(order, siteUrl),
    automatic: true,
  }
}
