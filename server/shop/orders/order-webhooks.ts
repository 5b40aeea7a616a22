import { isDeepStrictEqual } from 'node:util'
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
    /** Amounts are in hundredths of the currency. */
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

/** Schemas of `data` in each message about orders. */
export const orderPayloads = {
  'order.paid': publishedOrder,
  'order.refunded': publishedOrder,
  'order.updated': publishedOrder,
}

/** Runs in the transaction of its event. */
export async function enqueueOrderEvent(
  trx: Trx,
  type: keyof typeof orderPayloads,
  order: OrderRow,
  context: WebhookContext,
): Promise<void> {
  const dedupeKey = `${type}:${order.id}:${order.revision}`
  await enqueueWebhook(trx, { type, dedupeKey, data: orderData(order) }, context)
}

/**
 * Announces changes other than payments and refunds. Skips unpaid orders, and changes of unpublished facts.
 */
export async function enqueueOrderChanged(
  trx: Trx,
  before: OrderRow,
  after: OrderRow,
  context: WebhookContext,
): Promise<void> {
  if (before.paid_at === null || isDeepStrictEqual(orderData(before), orderData(after))) return
  await enqueueOrderEvent(trx, 'order.updated', after, context)
}

function orderData(order: OrderRow): z.infer<typeof publishedOrder> {
  const { id, number, status, currency, total, tax, refunded } = order
  const { name, email, companyName = null, country, purchaseOrder = null } = buyerOf(order)
  return {
    id,
    number,
    status,
    currency,
    total,
    tax,
    refunded,
    paymentMethod: order.payment_method,
    purchaseOrder,
    customer: { name, email, companyName, country },
  }
}
