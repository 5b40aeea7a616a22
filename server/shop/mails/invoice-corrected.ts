import { z } from 'zod'
import { text } from '#shared/text/text-fields.ts'
import { attachmentsOf, numberSchema, purchaseOrderIn, toBuyer } from './order.ts'

const paramsSchema = z.object({
  number: z.string(),
  replaces: z.string(),
  /** Note that cancelled the earlier invoice, and gives the reason. */
  note: numberSchema,
  reason: text(500, 'A reason is text.').nullish(),
})

export const invoiceCorrected = toBuyer(async ({ order, params, openOrder }, { sources }) => {
  const { number, replaces, note, reason } = paramsSchema.parse(params)
  const document = await sources.documentByNumber(order.id, number)
  const cancelling = note ? await sources.documentByNumber(order.id, note) : null
  const named = note
    ? `${note} cancels ${replaces}, and the total is the same.`
    : `It replaces ${replaces}: the total is the same, and the buyer is named as you asked.`
  return {
    subject: `Invoice ${number} replaces ${replaces}${purchaseOrderIn(order)}`,
    title: 'Your corrected invoice.',
    blocks: [
      `${number} for order ${order.number} is attached. ${named}`,
      ...(note && reason ? [`The reason: ${reason}`] : []),
      note
        ? 'Keep all three in your books: they come to the new one.'
        : 'Use only the new one in your books. The old one stays on the order’s page, marked as replaced.',
      openOrder,
    ],
    attachments: [...attachmentsOf(document), ...attachmentsOf(cancelling)],
  }
})
