import { z } from 'zod'
import { formatMoney } from '#shared/money.ts'
import { oneLine } from '../blocks.ts'
import type { Template } from '../render.ts'

/** In words: `detail`, what was paid instead; `obstacle`, why the paid change can't be made. */
const paramsSchema = z.object({ detail: z.string().optional(), obstacle: z.string().optional() })

/** To ourselves: money came that isn't the order's, or for a change that its licence can't take any more. */
export const orderReview: Template = async (mail, { sources }) => {
  const { detail, obstacle } = paramsSchema.parse(JSON.parse(mail.params))
  const found = await sources.order(mail.order_id ?? '')
  if (!found) return null
  const { order } = found
  const difference = [detail, obstacle].filter((text) => text !== undefined)
  const said = obstacle ? cannotChange(order.number) : moneyDiffers(order.number)
  return {
    subject: `Order ${order.number} needs a look: ${said.why}`,
    title: said.title,
    blocks: [
      {
        type: 'paragraph',
        text: said.text,
      },
      {
        type: 'facts',
        facts: [
          { term: 'Order', value: order.number },
          { term: 'Comes to', value: `${formatMoney(order.total, order.currency)} ${order.currency}` },
          ...difference.map((text) => ({ term: 'Found', value: oneLine(text) })),
          { term: 'To see it', value: `npm run admin -- orders show ${order.id}` },
        ],
      },
    ],
    reason: 'The site writes this to its own address.',
    automatic: true,
  }
}

function moneyDiffers(number: string) {
  return {
    why: 'the money differs',
    title: 'The money differs from the order.',
    text: `What was paid for order ${number} isn’t what it comes to, so nothing has been issued. See what the payment provider says, then refund it, or mark the order as paid.`,
  }
}

function cannotChange(number: string) {
  return {
    why: 'its licence can’t change',
    title: 'A paid change doesn’t fit its licence.',
    text: `Order ${number} is paid, but its licence can’t be changed as it was ordered, so nothing has been changed. Refund the order, or make the licence fit and mark the order as paid.`,
  }
}
