import { formatMoney } from '#shared/money.ts'
import type { Template } from '../render.ts'
import { amountsOf, isChange, reasonOf, yourLicences } from './order.ts'

/**
 * How to pay by invoice. Anybody can order with anybody's address, so nothing that the customer typed is in it: it
 * can't be made to carry a stranger's words.
 */
export const orderReceived: Template = async (mail, { site, siteUrl, sources, orderLink }) => {
  const found = await sources.order(mail.order_id ?? '')
  if (!found) return null
  const { order, lines } = found
  const total = formatMoney(order.total, order.currency)
  const follows = isChange(lines)
    ? 'the licence changes, and the tax invoice comes to this address'
    : 'the keys and the tax invoice come to this address'
  return {
    subject: `How to pay for your ${site.product} order ${order.number}`,
    title: 'We have your order.',
    blocks: [
      {
        type: 'paragraph',
        text: `Order ${order.number} comes to ${total}. Pay it by bank transfer and give the order number as the reference. When the money has arrived, ${follows}.`,
      },
      {
        type: 'facts',
        facts: [
          { term: 'Account name', value: site.company.name },
          { term: 'BSB', value: site.bankAccount.bsb },
          { term: 'Account number', value: site.bankAccount.number },
          { term: 'Reference', value: order.number },
          { term: 'Amount', value: `${total} ${order.currency}` },
        ],
      },
      amountsOf(order, lines),
      { type: 'action', label: 'Open your order', url: await orderLink(order) },
      { type: 'links', links: [yourLicences(siteUrl)] },
      { type: 'paragraph', text: `A question, or paying from abroad? Answer this mail.` },
    ],
    reason: reasonOf(order, siteUrl),
    automatic: true,
  }
}
