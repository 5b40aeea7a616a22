import { z } from 'zod'
import { formatMoney } from '#shared/money.ts'
import { oneLine } from '../blocks.ts'
import type { Template } from '../render.ts'

/** `detail`: what was found instead, in words. */
const paramsSchema = z.object({ detail: z.string().optional() })

/** To ourselves: money came that isn't the order's. */
export const orderReview: Template = async (mail, { sources }) => {
  const { detail } = paramsSchema.parse(JSON.parse(mail.params))
  const found = await sources.order(mail.order_id ?? '')
  if (!found) return null
  const { order } = found
  const difference = detail ? [{ term: 'Found', value: oneLine(detail) }] : []
  return {
    subject: `Order ${order.number} needs a look: the money differs`,
    title: 'The money differs from the order.',
    blocks: [
      {
        type: 'paragraph',
        text: `What was paid for order ${order.number} isn’t what it comes to, so nothing has been issued. See what the payment provider says, then refund it, or mark the order as paid.`,
      },
      {
        type: 'facts',
        facts: [
          { term: 'Order', value: order.number },
          { term: 'Comes to', value: `${formatMoney(order.total, order.currency)} ${order.currency}` },
          ...difference,
          { term: 'To see it', value: `npm run admin -- orders show ${order.id}` },
        ],
      },
    ],
    reason: 'The site writes this to its own address.',
    automatic: true,
  }
}
