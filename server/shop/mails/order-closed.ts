import { changesLicence } from '#shared/orders/changes-licence.ts'
import { formatPrice } from '#shared/pricing/money.ts'
import { routes } from '#shared/routes/routes.ts'
import { NeedlessMail } from '../../messages/mail/deliver.ts'
import { attachmentsOf, noteText, toBuyer } from './order.ts'

export const orderLapsed = toBuyer(async ({ order, openOrder }, { sources }) => {
  // Money may have come while the mail was queued.
  if (order.status !== 'expired') throw new NeedlessMail('its order is paid')
  const note = await sources.document(order.id, 'adjustment_note', order.total)
  const { none, late } = order.transfer_terms === null ? cardWords : transferWords
  return {
    subject: `Order ${order.number} has lapsed`,
    title: 'Your order has lapsed.',
    blocks: [
      `No payment came for order ${order.number} in time. ${none}${noteText(note, order, cancelling)}`,
      late,
      openOrder,
    ],
    attachments: attachmentsOf(note),
  }
})

const transferWords = {
  none: 'Nothing is owed.',
  late: 'Money that comes later still counts: the order is then carried out at its price, with a new invoice.',
}

/** Words for an order whose card payment the bank refused, so no invoice exists. */
const cardWords = {
  none: 'Nothing was charged, and nothing is owed.',
  late: 'A transfer that is on its way still counts: the order is then carried out at its price. Or order again.',
}

export const orderCancelled = toBuyer(async ({ order, lines }, { siteUrl, sources }) => {
  if (order.status !== 'cancelled') throw new NeedlessMail('its order is paid')
  const note = await sources.document(order.id, 'adjustment_note', order.total)
  const quote = order.quote_id === null ? null : await sources.quote(order.quote_id)
  const elsewhere = siteUrl + (changesLicence(lines) ? routes.renew : routes.shop)
  const { received_amount: received, currency } = order
  const paid =
    received === null
      ? 'If you have paid it already, answer this mail.'
      : `${formatPrice(received, currency)} had come for it: answer this mail, and say where it should go.`
  return {
    subject: `Order ${order.number} is cancelled`,
    title: 'The order is cancelled.',
    blocks: [
      `Order ${order.number} is closed, and there is nothing to pay.${noteText(note, order, cancelling)} ${paid}`,
      {
        type: 'links',
        links: [{ label: 'Order again', url: quote?.isOpen ? quote.link : elsewhere }],
      },
    ],
    attachments: attachmentsOf(note),
  }
})

const cancelling = ', which cancels the invoice,'
