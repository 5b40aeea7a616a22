import { z } from 'zod'
import { formatPrice } from '#shared/pricing/money.ts'
import type { Template } from '../../messages/mail/template.ts'
import {
  attachmentsOf,
  isChange,
  noteOf,
  noteText,
  numberSchema,
  purchaseOrderIn,
  reasonOf,
  yourLicences,
} from './order.ts'
import type { ShopSources } from './sources.ts'

/** `refunded`: cumulative cents after this mail's refund; `note`: the number of its note. */
const paramsSchema = z.object({ refunded: z.int().positive(), note: numberSchema })

export const orderRefunded: Template<ShopSources> = async (mail, context) => {
  const { site, siteUrl, sources } = context
  const { refunded, note: number } = paramsSchema.parse(JSON.parse(mail.params))
  const found = await sources.order(mail.order_id ?? '')
  if (!found) return null
  const { order, lines } = found
  const isPaid = order.paid_at !== null
  const ended = isChange(lines) ? 'your licence is as it was without this order' : 'its keys are switched off'
  const ends = isPaid ? `, and ${ended}` : ''
  const paid = isPaid ? order.total : Math.min(order.total, order.received_amount ?? 0)
  const money = (cents: number) => formatPrice(cents, order.currency)
  const note = await noteOf(sources, order, { refunded: isPaid ? refunded : order.total, note: number })
  const whole = refunded >= paid
  const what = whole
    ? `All of the ${money(paid)} paid for order ${order.number} has been refunded${ends}.`
    : `${money(refunded)} of the ${money(paid)} paid for order ${order.number} has been refunded.`
  return {
    subject: `Refund for your ${site.product} order ${order.number}${purchaseOrderIn(order)}`,
    title: 'Your refund is on its way.',
    blocks: [
      { type: 'action', label: 'Open your order', url: await sources.orderLink(order) },
      { type: 'paragraph', text: what },
      {
        type: 'paragraph',
        text: `The money goes back the way it came. Banks can take a few days to show it.${noteText(note, order)}`,
      },
      { type: 'links', links: [yourLicences(siteUrl)] },
    ],
    attachments: attachmentsOf(note),
    reason: reasonOf(order, siteUrl),
    automatic: true,
  }
}
