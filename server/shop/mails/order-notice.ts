import { z } from 'zod'
import { dayIn, formatDate } from '#shared/calendar/calendar.ts'
import { adviseOn, attentionWord } from '#shared/desk/attention-words.ts'
import { stateInText } from '#shared/desk/words.ts'
import { type Attention, attentionSchema } from '#shared/orders/attention.ts'
import { titleOf } from '#shared/orders/invoice-text.ts'
import type { OrderStatus } from '#shared/orders/orders.ts'
import { formatPrice } from '#shared/pricing/money.ts'
import { oneLine } from '../../messages/mail/blocks.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import { taxOf } from '../invoices/content.ts'
import { outstandingOf } from '../orders/transfer.ts'
import { orderNotice, toEnterCredit, toSee } from './notice-of-order.ts'
import { numberSchema } from './order.ts'

export const orderAwaitedNotice = orderNotice(({ number, total, currency }) => ({
  subject: `Order ${number} awaits ${formatPrice(total, currency)} by bank transfer`,
  title: 'A new order awaits its payment.',
  commands: [{ term: 'When the money is here', command: `orders mark-paid ${number}` }],
}))

export const orderPaidNotice = orderNotice(({ number, total, currency }, _params, { credit }) => ({
  subject: `Order ${number} is paid: ${formatPrice(total, currency)}`,
  title: 'An order is paid.',
  ...(credit > 0 && {
    text: `${formatPrice(credit, currency)} more than the total came in. It’s credit of the buyer, who is asked where it should go back to.`,
  }),
  commands: [toSee(number), ...(credit > 0 ? [toEnterCredit(number)] : [])],
}))

export const orderPartlyPaidNotice = orderNotice((order) => {
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

/** Amounts in cents: this refund, all refunds so far, and the part due by transfer. */
const refundSchema = z.object({ amount: z.int(), refunded: z.int(), toSend: z.int().default(0) })

export const orderRefundNotice = orderNotice(({ number, status, currency, refund_due_on: day }, params) => {
  const { amount, refunded, toSend } = refundSchema.parse(params)
  const sum = formatPrice(toSend, currency)
  const by = day === null ? '' : ` by ${formatDate(day)}`
  return {
    subject: `${formatPrice(amount, currency)} of order ${number} was refunded`,
    title: status === 'refunded' ? 'An order is refunded.' : 'A part of an order is refunded.',
    ...(toSend > 0 && {
      text: `Transfer ${sum} to the buyer${by}, as the buyer’s mail says. It stays on Today until somebody says that it’s sent, or a bank statement shows it.`,
    }),
    facts: [{ term: 'Refunded in all', value: formatPrice(refunded, currency) }],
    commands: [
      toSee(number),
      ...(toSend > 0 ? [{ term: 'When it’s sent', command: `orders refund-sent ${number}` }] : []),
    ],
  }
})

const disputeSchema = z.object({
  status: z.enum(['disputed', 'partially_refunded', 'paid', 'refunded']),
  /** Amounts in cents. `twice` is the part of `taken` that was refunded before. */
  taken: z.int().default(0),
  twice: z.int().default(0),
  attention: attentionSchema.nullable().default(null),
})

export const orderDisputeNotice = orderNotice((order, params, { timeZone, isChange }) => {
  const { status, taken, twice, attention } = disputeSchema.parse(params)
  const { number, total, currency } = order
  const what = isChange ? changeWords : licenceWords
  if (taken > 0) return { ...lostWords(order, { status, taken, twice }, what), commands: [toSee(number)] }
  const said =
    status === 'disputed'
      ? {
          subject: `The payment of order ${number} is disputed: ${formatPrice(attention?.amount ?? total, currency)}`,
          title: 'A payment is disputed.',
          text: `${what.suspended} ${adviseOn({ ...attention, kind: 'dispute' })}`,
        }
      : endedWords(number, status, what)
  const facts = attention ? factsOf(attention, currency, timeZone) : []
  return { ...said, facts, commands: [toSee(number)] }
})

/** Effect on the licences. */
const licenceWords = {
  suspended: 'Its licences are suspended until the dispute ends.',
  disputed: 'Its licences stay suspended, because another dispute is open.',
  refunded: 'Its licences are revoked.',
  won: 'Its licences work again.',
  kept: 'Its licences go on working.',
}

const changeWords: typeof licenceWords = {
  suspended: 'The licence is as it was without this order until the dispute ends.',
  disputed: 'The licence stays as it was without this order, because another dispute is open.',
  refunded: 'The licence is as it was without this order.',
  won: 'The change counts again.',
  kept: 'The licence stays as it is.',
}

function endedWords(number: string, status: OrderStatus, what: typeof licenceWords) {
  if (status === 'refunded')
    return {
      subject: `The dispute of order ${number} has ended: it is refunded`,
      title: 'A disputed order is refunded.',
      text: what.refunded,
    }
  return {
    subject: `The dispute of order ${number} has ended: it stays ${stateInText(status)}`,
    title: 'A dispute is won.',
    text: what.won,
  }
}

function lostWords(
  { number, currency }: OrderRow,
  { status, taken, twice }: { status: OrderStatus; taken: number; twice: number },
  { disputed, refunded, kept }: typeof licenceWords,
) {
  const sum = formatPrice(taken, currency)
  const counted =
    twice > 0
      ? ` back, and the buyer has ${formatPrice(twice, currency)} of it twice, because it had gone back before. The buyer was asked for it.`
      : ' back, and the order counts it as refunded.'
  const ended: Partial<Record<OrderStatus, string>> = { refunded, disputed }
  return {
    subject: `A dispute of order ${number} is lost: the bank took ${sum}`,
    title: 'A dispute is lost.',
    text: `The buyer’s bank took ${sum}${counted} ${ended[status] ?? kept}`,
  }
}

export const orderAttentionNotice = orderNotice((order, params, { timeZone }) => {
  const attention = attentionSchema.parse(params)
  const { number, currency } = order
  return {
    subject: `Order ${number} needs a look: ${attentionWord(attention.kind).toLowerCase()}`,
    title: `${attentionWord(attention.kind)}.`,
    text: adviseOn(attention),
    facts: factsOf(attention, currency, timeZone),
    commands: [{ term: 'To refund it', command: `orders refund ${number}` }],
  }
})

function factsOf({ amount, reason, dueBy, isAnswered }: Attention, currency: string, timeZone: string) {
  return [
    { term: 'Amount', value: formatPrice(amount, currency) },
    { term: 'Reason', value: oneLine(reason.replaceAll('_', ' ')) },
    ...(dueBy && !isAnswered ? [{ term: 'Answer by', value: formatDate(dayIn(timeZone, dueBy)) }] : []),
  ]
}

const failureSchema = z.object({ amount: z.int(), reason: z.string() })

export const refundFailedNotice = orderNotice(({ number, currency }, params) => {
  const { amount, reason } = failureSchema.parse(params)
  const sum = formatPrice(amount, currency)
  return {
    subject: `A refund of order ${number} failed: ${sum} is owed`,
    title: 'A refund has failed.',
    text: `The card provider couldn’t bring ${sum} back, and has it again. The buyer was told that it takes longer. Try it again, or pay it back by transfer and record that here.`,
    facts: [{ term: 'Reason', value: oneLine(reason.replaceAll('_', ' ')) }],
    commands: [
      { term: 'To try it again', command: `orders refund ${number} --again` },
      { term: 'When it went by transfer', command: `orders refund ${number} --by-transfer` },
    ],
  }
})

const backSchema = z.object({ amount: z.int(), note: numberSchema })

export const moneyBackNotice = orderNotice((order, params) => {
  const { number, status, currency } = order
  const { amount, note } = backSchema.parse(params)
  const sum = formatPrice(amount, currency)
  const title = titleOf({ kind: 'adjustment_note', taxed: taxOf(order) !== null, total: -amount })
  const raised = note ? ` ${title} ${note} raises its invoice again.` : ''
  return {
    subject: `The bank gave ${sum} of order ${number} back`,
    title: 'Disputed money is back.',
    text: `A dispute that was lost is won after all. The order is ${stateInText(status)}, and keys that only the dispute had ended work again.${raised}`,
    commands: [toSee(number)],
  }
})

/** `credit`: which of two payments is the buyer's credit. */
const reviewSchema = z.object({
  detail: z.string().optional(),
  obstacle: z.string().optional(),
  credit: z.enum(['card', 'transfer']).optional(),
})

/** A wrong amount, a licence that can no longer be changed, or a double payment. */
export const orderReview = orderNotice(({ number }, params) => {
  const { detail, obstacle, credit } = reviewSchema.parse(params)
  const found = [detail, obstacle].flatMap((text) => (text === undefined ? [] : [oneLine(text)]))
  const words = obstacle === undefined ? moneyDiffers(number) : cannotChange(number)
  return {
    ...(credit ? paidTwice(number, credit) : words),
    facts: found.map((value) => ({ term: 'Found', value })),
    commands: [toSee(number), ...(credit ? [toEnterCredit(number)] : [])],
  }
})

function moneyDiffers(number: string) {
  return {
    subject: `Order ${number} needs a look: the money differs`,
    title: 'The money differs from the order.',
    text: `What was paid for order ${number} isn’t what it comes to, so nothing has been issued. See what the payment provider says, then refund it, or mark the order as paid.`,
  }
}

function paidTwice(number: string, credit: 'card' | 'transfer') {
  const way = credit === 'card' ? 'by card, after the transfer,' : 'by transfer, before the card,'
  return {
    subject: `Order ${number} needs a look: it was paid twice`,
    title: 'An order is paid twice.',
    text: `The order is paid, and its buyer has what it brings. What came ${way} is the buyer’s credit: transfer it back, and say so. Don’t refund the order, because that ends what it brought.`,
  }
}

function cannotChange(number: string) {
  return {
    subject: `Order ${number} needs a look: its licence can’t change`,
    title: 'A paid change doesn’t fit its licence.',
    text: `Order ${number} is paid, but its licence can’t be changed as it was ordered, so nothing has been changed. Refund the order, or make the licence fit and mark the order as paid.`,
  }
}
