import { z } from 'zod'
import { formatDate } from '#shared/calendar/calendar.ts'
import { daySchema } from '#shared/calendar/day-schema.ts'
import { changesLicence } from '#shared/orders/changes-licence.ts'
import { formatPrice } from '#shared/pricing/money.ts'
import { text } from '#shared/text/text-fields.ts'
import { yourLicences } from '../../licences/mails/your-licences.ts'
import { notedFor } from '../orders/next-status.ts'
import {
  type Action,
  attachmentsOf,
  noteOf,
  noteText,
  numberSchema,
  purchaseOrderIn,
  toBuyer,
} from './order.ts'

const paramsSchema = z.object({
  /** Cumulative cents after this mail's refund. */
  refunded: z.int().positive(),
  /** Cents of them that the buyer's bank took. */
  taken: z.int().nonnegative().default(0),
  /** Number of the refund's adjustment note. */
  note: numberSchema,
  /** Refund that staff will send by transfer. `account` is the end of its number, if known. */
  send: z
    .object({ amount: z.int().positive(), by: daySchema, account: text(60, 'Text.').nullable() })
    .nullish(),
})

const unsentSchema = paramsSchema.pick({ send: true }).extend({ amount: z.int().positive() })

/** Corrects the mail that reported the refund as sent. */
export const refundUnsent = toBuyer(({ order, params, openOrder }) => {
  const { amount, send } = unsentSchema.parse(params)
  if (!send) return null
  const money = (cents: number) => formatPrice(cents, order.currency)
  return {
    subject: `Your refund for order ${order.number} is still to come`,
    title: 'We haven’t sent it yet.',
    blocks: [
      `We told you that we had transferred the ${money(amount)} of order ${order.number}. That was our mistake, and we’re sorry.`,
      sendText(send, money, 'We keep no account once a refund is entered as sent, so please name it again: '),
      sendAction(send, openOrder),
    ],
  }
})

type ToSend = NonNullable<z.infer<typeof paramsSchema>['send']>

export const orderRefunded = toBuyer(async ({ order, lines, params, openOrder }, context) => {
  const { site, siteUrl, sources } = context
  const { refunded, taken, note: number, send } = paramsSchema.parse(params)
  const isPaid = order.paid_at !== null
  const ended = changesLicence(lines)
    ? 'your licence is as it was without this order'
    : 'its keys are switched off'
  const ends = isPaid ? `, and ${ended}` : ''
  // An order accepted in review may have received less than its total.
  const paid = Math.min(order.total, order.received_amount ?? (isPaid ? order.total : 0))
  const money = (cents: number) => formatPrice(cents, order.currency)
  const note = await noteOf(sources, order, { refunded: notedFor(order, refunded), note: number })
  const whole = refunded >= paid
  const sum =
    whole && taken === 0 ? `All of the ${money(paid)}` : `${money(refunded - taken)} of the ${money(paid)}`
  const byBank = taken > 0 ? ` Your bank took back ${money(taken)} itself.` : ''
  const what = `${sum} paid for order ${order.number} has been refunded${whole ? ends : ''}.${byBank}`
  return {
    subject: `Refund for your ${site.product} order ${order.number}${purchaseOrderIn(order)}`,
    title: send ? 'We send your refund to your bank account.' : 'Your refund is on its way.',
    blocks: [
      sendAction(send, openOrder),
      what,
      `${send ? sendText(send, money) : 'The money goes back the way it came. Banks can take a few days to show it.'}${noteText(note, order)}`,
      yourLicences(siteUrl),
    ],
    attachments: attachmentsOf(note),
  }
})

function sendAction(send: ToSend | null | undefined, openOrder: Action) {
  return send?.account === null ? { ...openOrder, label: 'Say where it should go' } : openOrder
}

/** Asks for an account if none is known. */
function sendText(
  { amount, by, account }: ToSend,
  money: (cents: number) => string,
  whyAsked = 'Your payment came by bank transfer, and doesn’t say from which account: ',
): string {
  const where =
    account === null
      ? `${whyAsked}open your order, and say where it should go.`
      : `It goes to the account ${account}, from which your payment came. If that’s wrong, say so on your order’s page.`
  return `We transfer ${money(amount)} by ${formatDate(by)}, and mail you when it’s sent. ${where}`
}
