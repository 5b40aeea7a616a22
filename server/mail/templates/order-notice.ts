import { z } from 'zod'
import { describeLine } from '#shared/desk/words.ts'
import { deskRoutes } from '#shared/desk-routes.ts'
import { formatPrice } from '#shared/money.ts'
import type { OrderRow } from '../../db/rows/orders.ts'
import { outstandingOf } from '../../orders/transfer.ts'
import { oneLine } from '../blocks.ts'
import type { Template } from '../render.ts'
import { amountsOf } from './order.ts'
import { ownerLetter } from './owner-letter.ts'

export const orderAwaitedNotice: Template = orderNotice(({ number, total, currency }) => ({
  subject: `Order ${number} awaits ${formatPrice(total, currency)} by bank transfer`,
  title: 'A new order awaits its payment.',
  commands: [{ term: 'When the money is here', command: `orders mark-paid ${number}` }],
}))

export const orderPaidNotice: Template = orderNotice(({ number, total, currency }, _params, credit) => ({
  subject: `Order ${number} is paid: ${formatPrice(total, currency)}`,
  title: 'An order is paid.',
  ...(credit > 0 && {
    text: `${formatPrice(credit, currency)} more than the total came in. It’s credit of the buyer, who is asked where it should go back to.`,
  }),
  commands: [
    toSee(number),
    ...(credit > 0 ? [{ term: 'When it went back', command: `orders refund ${number} --credit` }] : []),
  ],
}))

export const orderPartlyPaidNotice: Template = orderNotice((order) => {
  const { number, currency, received_amount: received } = order
  return {
    subject: `Order ${number} needs a look: ${formatPrice(outstandingOf(order), currency)} is outstanding`,
    title: 'An order is paid in part.',
    text: `The order’s last day is over. It hasn’t lapsed, because ${formatPrice(received ?? 0, currency)} has come. Ask its buyer for the rest, or cancel it and send the money back.`,
    commands: [
      { term: 'When the rest is here', command: `orders mark-paid ${number}` },
      { term: 'To cancel it', command: `orders cancel ${number}` },
    ],
  }
})

/** In cents: this refund, and all refunds so far. */
const refundSchema = z.object({ amount: z.int(), refunded: z.int() })

export const orderRefundNotice: Template = orderNotice(({ number, status, currency }, params) => {
  const { amount, refunded } = refundSchema.parse(params)
  return {
    subject: `${formatPrice(amount, currency)} of order ${number} was refunded`,
    title: status === 'refunded' ? 'An order is refunded.' : 'A part of an order is refunded.',
    facts: [{ term: 'Refunded in all', value: formatPrice(refunded, currency) }],
    commands: [toSee(number)],
  }
})

const disputeSchema = z.object({ status: z.enum(['disputed', 'partially_refunded', 'paid', 'refunded']) })

export const orderDisputeNotice: Template = orderNotice(({ number, total, currency }, params) => {
  const said = {
    disputed: {
      subject: `The payment of order ${number} is disputed: ${formatPrice(total, currency)}`,
      title: 'A payment is disputed.',
      text: 'Its licences are suspended until the dispute ends. Answer it in the payment provider’s dashboard, in time.',
    },
    partially_refunded: {
      subject: `The payment of order ${number} is disputed: ${formatPrice(total, currency)}`,
      title: 'A partly refunded payment is disputed.',
      text: 'Its licences go on working, and end when the dispute is lost. Answer it in the payment provider’s dashboard, in time.',
    },
    paid: {
      subject: `The dispute of order ${number} has ended: it stays paid`,
      title: 'A dispute is won.',
      text: 'The order is paid, and its licences work again.',
    },
    refunded: {
      subject: `The dispute of order ${number} has ended: it is refunded`,
      title: 'A dispute is lost.',
      text: 'The order is refunded, and its licences are revoked.',
    },
  }[disputeSchema.parse(params).status]
  return { ...said, commands: [toSee(number)] }
})

const reviewSchema = z.object({ detail: z.string().optional(), obstacle: z.string().optional() })

/** The amount is wrong, or the licence can't take its change any more. */
export const orderReview: Template = orderNotice(({ number }, params) => {
  const { detail, obstacle } = reviewSchema.parse(params)
  const found = [detail, obstacle].flatMap((text) => (text === undefined ? [] : [oneLine(text)]))
  return {
    ...(obstacle === undefined ? moneyDiffers(number) : cannotChange(number)),
    facts: found.map((value) => ({ term: 'Found', value })),
    commands: [toSee(number)],
  }
})

type Words = {
  subject: string
  title: string
  text?: string
  facts?: { term: string; value: string }[]
  commands: { term: string; command: string }[]
}

/** Keeps the buyer's words out of the subject, and keys out of the mail. */
function orderNotice(wordsOf: (order: OrderRow, params: unknown, credit: number) => Words): Template {
  return async (mail, context) => {
    const found = await context.sources.order(mail.order_id ?? '')
    if (!found) return null
    const { order, lines, credit } = found
    const named = lines.map((line) => ({ ...line, name: describeLine(line.name) }))
    const { text, facts = [], ...words } = wordsOf(order, JSON.parse(mail.params), credit)
    const { company_name: company, purchase_order: purchaseOrder } = order
    return ownerLetter(context, {
      ...words,
      page: deskRoutes.order(order.number),
      blocks: [...(text ? [{ type: 'paragraph' as const, text }] : []), amountsOf(order, named)],
      facts: [
        { term: 'Order', value: order.number },
        ...facts,
        { term: 'From', value: `${oneLine(order.customer_name)} <${order.customer_email}>` },
        { term: 'Company', value: company && oneLine(company) },
        { term: 'ABN', value: order.abn },
        { term: 'VAT ID', value: order.vat_id },
        { term: 'Purchase order', value: purchaseOrder && oneLine(purchaseOrder) },
        { term: 'Country', value: order.country },
      ],
    })
  }
}

function toSee(number: string) {
  return { term: 'To see it', command: `orders show ${number}` }
}

function moneyDiffers(number: string) {
  return {
    subject: `Order ${number} needs a look: the money differs`,
    title: 'The money differs from the order.',
    text: `What was paid for order ${number} isn’t what it comes to, so nothing has been issued. See what the payment provider says, then refund it, or mark the order as paid.`,
  }
}

function cannotChange(number: string) {
  return {
    subject: `Order ${number} needs a look: its licence can’t change`,
    title: 'A paid change doesn’t fit its licence.',
    text: `Order ${number} is paid, but its licence can’t be changed as it was ordered, so nothing has been changed. Refund the order, or make the licence fit and mark the order as paid.`,
  }
}
