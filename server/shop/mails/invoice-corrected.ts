import { z } from 'zod'
import type { Template } from '../../messages/mail/template.ts'
import { attachmentsOf, purchaseOrderIn, reasonOf } from './order.ts'
import type { ShopSources } from './sources.ts'

const paramsSchema = z.object({ number: z.string(), replaces: z.string() })

export const invoiceCorrected: Template<ShopSources> = async (mail, { siteUrl, sources }) => {
  const { number, replaces } = paramsSchema.parse(JSON.parse(mail.params))
  const found = await sources.order(mail.order_id ?? '')
  if (!found) return null
  const { order } = found
  const document = await sources.documentByNumber(order.id, number)
  return {
    subject: `Invoice ${number} replaces ${replaces}${purchaseOrderIn(order)}`,
    title: 'Your corrected invoice.',
    blocks: [
      {
        type: 'paragraph',
        text: `${number} for order ${order.number} is attached. It replaces ${replaces}: the amounts are the same, and the buyer is named as you asked.`,
      },
      {
        type: 'paragraph',
        text: 'Use only the new one in your books. The old one stays on the order’s page, marked as replaced.',
      },
      { type: 'action', label: 'Open your order', url: await sources.orderLink(order) },
    ],
    attachments: attachmentsOf(document),
    reason: reasonOf(order, siteUrl),
    automatic: true,
  }
}
