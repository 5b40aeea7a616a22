import { z } from 'zod'
import { text } from '#shared/text/text-fields.ts'
import { paragraph } from '../../messages/mail/blocks.ts'
import type { Template } from '../../messages/mail/template.ts'
import { attachmentsOf, numberSchema, purchaseOrderIn, reasonOf } from './order.ts'
import type { ShopSources } from './sources.ts'

const paramsSchema = z.object({
  number: z.string(),
  replaces: z.string(),
  /** Cancelled the one that it replaces, and says why. */
  note: numberSchema,
  reason: text(500, 'A reason is text.').nullish(),
})

export const invoiceCorrected: Template<ShopSources> = async (mail, { siteUrl, sources }) => {
  const { number, replaces, note, reason } = paramsSchema.parse(JSON.parse(mail.params))
  const found = await sources.order(mail.order_id ?? '')
  if (!found) return null
  const { order } = found
  const document = await sources.documentByNumber(order.id, number)
  const cancelling = note ? await sources.documentByNumber(order.id, note) : null
  const named = note
    ? `${note} cancels ${replaces}, and the total is the same.`
    : `It replaces ${replaces}: the total is the same, and the buyer is named as you asked.`
  return {
    subject: `Invoice ${number} replaces ${replaces}${purchaseOrderIn(order)}`,
    title: 'Your corrected invoice.',
    blocks: [
      paragraph(`${number} for order ${order.number} is attached. ${named}`),
      ...(note && reason ? [paragraph(`The reason: ${reason}`)] : []),
      paragraph(
        note
          ? 'Keep all three in your books: they come to the new one.'
          : 'Use only the new one in your books. The old one stays on the order’s page, marked as replaced.',
      ),
      { type: 'action', label: 'Open your order', url: await sources.orderLink(order) },
    ],
    attachments: [...attachmentsOf(document), ...attachmentsOf(cancelling)],
    reason: reasonOf(order, siteUrl),
    automatic: true,
  }
}
