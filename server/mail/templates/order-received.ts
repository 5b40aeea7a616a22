import { formatDate } from '#shared/calendar.ts'
import { titleOf } from '#shared/invoice-text.ts'
import { formatPrice } from '#shared/money.ts'
import { transferFacts } from '#shared/transfer-facts.ts'
import { taxOf } from '../../invoices/content.ts'
import { transferOf } from '../../orders/transfer.ts'
import type { Block } from '../blocks.ts'
import type { LetterContext, Template } from '../render.ts'
import type { OrderForMail } from '../sources.ts'
import { amountsOf, attachmentsOf, isChange, reasonOf, yourLicences } from './order.ts'

/** Repeats no user input outside the invoice, because strangers can enter anybody's address. */
export const orderReceived: Template = async (mail, context) => {
  const found = await context.sources.order(mail.order_id ?? '')
  if (!found) return null
  const { order, lines } = found
  const invoice = await context.sources.document(order.id, 'invoice')
  const due = dueDay(found)
  const title = titleOf({ kind: 'invoice', taxed: taxOf(order) !== null })
  const follows = isChange(lines)
    ? 'the licence changes when the money comes'
    : 'the keys come when the money does'
  const named = invoice ? `${title} ${invoice.number} for order ${order.number} is attached.` : ''
  return {
    subject: invoice
      ? `${title} ${invoice.number}${due ? `, due ${due}` : ''}`
      : `How to pay for your ${context.site.product} order ${order.number}`,
    title: invoice ? 'Your invoice is here.' : 'We have your order.',
    blocks: [
      { type: 'paragraph', text: `${named} ${payText(found)}, and ${follows}.`.trim() },
      ...(await howToPay(found, context)),
    ],
    attachments: attachmentsOf(invoice),
    reason: reasonOf(order, context.siteUrl),
    automatic: true,
  }
}

export const transferReminder: Template = async (mail, context) => {
  const found = await context.sources.order(mail.order_id ?? '')
  if (found?.order.status !== 'pending') return null
  const { order } = found
  const invoice = await context.sources.document(order.id, 'invoice')
  const lapse = transferOf(order)?.steps.find(({ kind }) => kind === 'lapse')
  const lapses = lapse
    ? ` If nothing comes by ${formatDate(lapse.day)}, the order lapses, and nothing is owed.`
    : ''
  const due = dueDay(found)
  return {
    subject: `Reminder: order ${order.number}${due ? `, due ${due}` : ''}`,
    title: 'Your transfer hasn’t come yet.',
    blocks: [
      {
        type: 'paragraph',
        text: `Order ${order.number} still waits for its bank transfer. If you’ve sent it in the last two days, there’s nothing to do.${lapses}`,
      },
      ...(await howToPay(found, context)),
    ],
    attachments: attachmentsOf(invoice),
    reason: reasonOf(order, context.siteUrl),
    automatic: true,
  }
}

export const orderLapsed: Template = async (mail, { siteUrl, sources, orderLink }) => {
  const found = await sources.order(mail.order_id ?? '')
  // Money may have come while the mail waited.
  if (found?.order.status !== 'expired') return null
  const { order } = found
  const note = await sources.document(order.id, 'adjustment_note', order.total)
  const attached = note
    ? ` ${titleOf({ kind: 'adjustment_note', taxed: taxOf(order) !== null })} ${note.number}, which cancels the invoice, is attached.`
    : ''
  return {
    subject: `Order ${order.number} has lapsed`,
    title: 'Your order has lapsed.',
    blocks: [
      {
        type: 'paragraph',
        text: `No payment came for order ${order.number} in time. Nothing is owed.${attached}`,
      },
      {
        type: 'paragraph',
        text: 'Money that comes later still counts: the order is then carried out at its price, with a new invoice.',
      },
      { type: 'action', label: 'Open your order', url: await orderLink(order) },
    ],
    attachments: attachmentsOf(note),
    reason: reasonOf(order, siteUrl),
    automatic: true,
  }
}

async function howToPay(
  { order, lines }: OrderForMail,
  { site, siteUrl, orderLink }: LetterContext,
): Promise<Block[]> {
  return [
    { type: 'facts', facts: transferFacts(site, order) },
    amountsOf(order, lines),
    { type: 'action', label: 'Open your order', url: await orderLink(order) },
    {
      type: 'paragraph',
      text: 'That page says how to pay from another country, and by card where we take cards. Keep its link to yourself: it opens the order.',
    },
    { type: 'links', links: [yourLicences(siteUrl)] },
  ]
}

function payText(found: OrderForMail): string {
  const { total, currency, number } = found.order
  const due = dueDay(found)
  return `Pay ${formatPrice(total, currency)}${due ? ` by ${due}` : ''} by bank transfer with the reference ${number}`
}

function dueDay({ order }: OrderForMail): string | null {
  const due = transferOf(order)?.steps.find(({ kind }) => kind === 'due')
  return due ? formatDate(due.day) : null
}
