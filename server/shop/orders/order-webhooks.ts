import { z } from 'zod'
import { enqueueWebhook, type WebhookContext } from '../../messages/webhooks/queue.ts'
import type { Trx } from '../../runtime/db/database.ts'
import { buyerOf } from '../../runtime/db/rows/buyer.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'

const publishedOrder = z
  .object({
    id: z.string(),
    number: z.string(),
    status: z.string(),
    currency: z.string(),
    /** In hundredths of the currency, as are all amounts. */
    total: z.int(),
    tax: z.int(),
    refunded: z.int().meta({ description: 'All refunds so far.' }),
    paymentMethod: z.enum(['card', 'invoice']),
    purchaseOrder: z.string().nullable(),
    customer: z.object({
      name: z.string(),
      email: z.string(),
      companyName: z.string().nullable(),
      country: z.string(),
    }),
  })
  .meta({ id: 'PublishedOrder' })

/** The `data` of each message about orders. */
export const orderPayloads = { 'order.paid': publishedOrder, 'order.refunded': publishedOrder }

/** Runs in the transaction of its event. */
export async function enqueueOrderEvent(
  trx: Trx,
  type: keyof typeof orderPayloads,
  order: OrderRow,
  context: WebhookContext,
): Promise<void> {
  const { id, number, status, currency, total, tax, refunded, revision } = order
  const data: z.infer<typeof publishedOrder> = {
    id,
    number,
    status,
    currency,
    total,
    tax,
    refunded,
    paymentMethod: order.payment_method,
    purchaseOrder: order.purchase_order,
    customer: {
      name: order.customer_name,
      email: order.customer_email,
      companyName: order.company_name,
      country: buyerOf(order).country,
    },
  }
  await enqueueWebhook(trx, { type, dedupeKey: `${type}:${id}:${revision}`, data }, context)
}
