import { z } from 'zod'
import { type Day, dayIn, daysBetween, formatDate } from '#shared/calendar/calendar.ts'
import { changesLicence } from '#shared/orders/changes-licence.ts'
import { titleOf } from '#shared/orders/invoice-text.ts'
import { closedStatuses, payableStatuses } from '#shared/orders/orders.ts'
import { inDays } from '#shared/orders/transfer-terms.ts'
import { formatPrice } from '#shared/pricing/money.ts'
import {
  allCharges,
  paysFromAbroad,
  takesForeignTransfers,
  transferFactsFor,
  withoutAmount,
} from '#shared/seller/transfer-facts.ts'
import { yourLicences } from '../../licences/mails/your-licences.ts'
import type { Part } from '../../messages/mail/blocks.ts'
import { NeedlessMail } from '../../messages/mail/deliver.ts'
import type { LetterContext } from '../../messages/mail/template.ts'
import { buyerOf } from '../../runtime/db/rows/buyer.ts'
import type { MailRow } from '../../runtime/db/rows/mails.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import { taxOf } from '../invoices/content.ts'
import { refuseCard } from '../orders/refuse-card.ts'
import { outstandingOf, transferOf } from '../orders/transfer.ts'
import {
  amountsOf,
  attachmentsOf,
  numberSchema,
  partOf,
  purchaseOrderIn,
  toBuyer,
  waiverBlocks,
} from './order.ts'
import type { OrderForMail } from './sources.ts'

/** Repeats no user input outside the invoice, because strangers can enter anybody's address. */
export const orderReceived = toBuyer(async (found, context) => {
  const { order, lines, mail, openOrder } = found
  const invoice = await context.sources.document(order.id, 'invoice')
  // An outage of the mail server may delay the mail until the order is paid or closed.
  const isOpen = order.status === 'pending'
  const due = isOpen ? dueDay(found) : null
  const title = titleOf({ kind: 'invoice', taxed: taxOf(order) !== null })
  const follows = changesLicence(lines)
    ? 'the licence changes when the money comes'
    : 'the keys come when the money does'
  const said = isOpen
    ? `${payText(found, overdueDays(order, mail, context))}, and ${follows}.`
    : closedStatuses.includes(order.status)
      ? 'The order is closed since, and there is nothing to pay.'
      : 'Its money has come since.'
  const named = invoice ? `${title} ${invoice.number} for order ${order.number} is attached.` : ''
  return {
    subject: invoice
      ? `${title} ${invoice.number}${purchaseOrderIn(order)}${due ? `, due ${due}` : ''}`
      : `How to pay for your ${context.site.product} order ${order.number}`,
    title: invoice ? 'Your invoice is here.' : 'We have your order.',
    blocks: [
      openOrder,
      `${named} ${said}`.trim(),
      ...(isOpen ? howToPay(found, context) : [amountsOf(order, lines)]),
      ...waiverBlocks(order),
    ],
    attachments: attachmentsOf(invoice),
  }
})

export const transferReminder = toBuyer(async (found, context) => {
  const { order, mail, openOrder } = found
  if (order.status !== 'pending') throw new NeedlessMail('its order is closed or paid')
  const invoice = await context.sources.document(order.id, 'invoice')
  const due = dueDay(found)
  const overdue = overdueDays(order, mail, context)
  const when =
    overdue > 0 ? ` It was due on ${due}, ${inDays([overdue])} ago.` : due ? ` It’s due on ${due}.` : ''
  const title = titleOf({ kind: 'invoice', taxed: taxOf(order) !== null })
  const bill = invoice ? `${title} ${invoice.number} for order ${order.number}` : `Order ${order.number}`
  const part = partOf(order)
  const subject = part
    ? `Reminder: ${formatPrice(part.rest, order.currency)} of order ${order.number} is outstanding`
    : `Reminder: order ${order.number}`
  const missing = part
    ? `${arrivedText(found, part)} ${bill} still waits for the rest.`
    : `${bill} still waits for its bank transfer.`
  return {
    subject: `${subject}${due ? `, ${overdue > 0 ? 'was due' : 'due'} ${due}` : ''}`,
    title: reminderTitle(overdue, part !== null),
    blocks: [
      openOrder,
      `${missing}${when} If you’ve sent it in the last two days, there’s nothing to do.${part ? '' : lapseText(order)}`,
      ...howToPay(found, context),
    ],
    attachments: attachmentsOf(invoice),
  }
})

const partSchema = z.object({
  /** Credit in cents. */
  amount: z.int().positive(),
  /** Number of the order that had the credit. */
  from: numberSchema,
})

/** Reports the sum received and what is left. Buyers decide about the rest of a closed order. */
export const partReceived = toBuyer((found, context) => {
  const { order, params, openOrder } = found
  const { amount, from } = partSchema.parse(params)
  const { number, total, currency, received_amount } = order
  const received = received_amount ?? 0
  const isOpen = order.status === 'pending'
  const rest = total - received
  if (!payableStatuses.includes(order.status) || received === 0 || rest <= 0)
    throw new NeedlessMail('its order is paid, or the part went back')
  const [came, left] = [formatPrice(amount, currency), formatPrice(rest, currency)]
  const due = dueDay(found)
  const follows = isOpen
    ? `${left} is still to come${due ? `, by ${due}` : ''}, with the reference ${number}.`
    : `The order ${order.status === 'expired' ? 'has lapsed' : 'is cancelled'}, so you don’t owe the other ${left}. Send it with the reference ${number}, and the order is carried out; or answer this mail, and say where your money should go back to.`
  return {
    subject: isOpen ? `${left} of order ${number} is still to come` : `A part of order ${number} has come`,
    title: 'A part of your payment has come.',
    blocks: [
      openOrder,
      `${from ? `${came} of the credit of order ${from} pays` : `${came} came in for`} order ${number}. ${amount === received ? '' : `${arrivedText(found, { received })} `}${follows}`,
      ...howToPay(found, context, rest),
    ],
  }
})

function reminderTitle(overdue: number, isPart: boolean): string {
  if (overdue > 0) return `${isPart ? 'The rest' : 'Your transfer'} is ${inDays([overdue])} overdue.`
  return isPart ? 'A part is still outstanding.' : 'Your transfer hasn’t come yet.'
}

function howToPay(
  { order, lines }: OrderForMail,
  { site, siteUrl, cardPayments }: LetterContext,
  amount = outstandingOf(order),
): Part[] {
  const { country } = buyerOf(order)
  return [
    amountsOf(order, lines),
    {
      type: 'facts',
      facts: withoutAmount(transferFactsFor(site, { ...order, country, amount })),
    },
    ...(paysFromAbroad(site, country) && takesForeignTransfers(site) ? [allCharges] : []),
    pageText(order, { site, cardPayments }),
    yourLicences(siteUrl),
  ]
}

/** Buyers abroad find the details for foreign banks above. */
function pageText(order: OrderRow, { site, cardPayments }: Pick<LetterContext, 'site' | 'cardPayments'>) {
  const saysHow = takesForeignTransfers(site) && !paysFromAbroad(site, buyerOf(order).country)
  const said = [
    ...(saysHow ? ['The order’s page says how to pay from another country.'] : []),
    ...(order.status === 'pending' && !partOf(order)
      ? [
          `${saysHow ? 'There' : 'On the order’s page'} you can also ${cardPayments && !refuseCard(order) ? 'pay by card, or ' : ''}cancel.`,
        ]
      : []),
    'Keep the link to yourself: it opens the order.',
  ]
  return said.join(' ')
}

function payText(found: OrderForMail, overdue: number): string {
  const { order } = found
  const due = dueDay(found)
  const part = partOf(order)
  const arrived = part ? `${arrivedText(found, part)} ` : ''
  const sum = `${part ? 'the rest, ' : ''}${formatPrice(outstandingOf(order), order.currency)}`
  const when = overdue > 0 ? `, which was due on ${due},` : due ? ` by ${due}` : ''
  return `${arrived}Pay ${sum}${when} by bank transfer with the reference ${order.number}`
}

/** Days since the due day when the mail was queued; 0 before it. */
function overdueDays(
  order: OrderRow,
  { created_at }: Pick<MailRow, 'created_at'>,
  { site }: Pick<LetterContext, 'site'>,
): number {
  const due = dueDayOf(order)
  return due ? Math.max(0, daysBetween(due, dayIn(site.company.timeZone, created_at))) : 0
}

function arrivedText(
  { order: { total, currency } }: OrderForMail,
  { received }: { received: number },
): string {
  return `${formatPrice(received, currency)} of ${formatPrice(total, currency)} has arrived.`
}

function lapseText(order: OrderRow): string {
  const lapse = transferOf(order)?.steps.find(({ kind }) => kind === 'lapse')
  return lapse ? ` If nothing comes by ${formatDate(lapse.day)}, the order lapses, and nothing is owed.` : ''
}

function dueDay({ order }: OrderForMail): string | null {
  const day = dueDayOf(order)
  return day && formatDate(day)
}

function dueDayOf(order: OrderRow): Day | null {
  return transferOf(order)?.steps.find(({ kind }) => kind === 'due')?.day ?? null
}
