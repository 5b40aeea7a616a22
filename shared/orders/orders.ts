import { z } from 'zod'
import { addressSchemas } from '../buyer/address-schemas.ts'
import { daySchema } from '../calendar/day-schema.ts'
import type { FormRefusal } from '../http/problem.ts'
import { taxSchema } from '../pricing/tax-schema.ts'
import { invoiceContentSchema } from './invoice.ts'

export const orderStatusSchema = z.enum([
  'pending',
  'paid',
  'partially_refunded',
  'refunded',
  'expired',
  'cancelled',
  'review',
  'disputed',
])

const orderLicenceSchema = z.object({
  key: z.string().nullable(),
  keyHint: z.string(),
  sku: z.string(),
  plan: z.string(),
  status: z.enum(['active', 'suspended', 'revoked']),
  seats: z.object({ limit: z.int(), used: z.int() }),
  updatesUntil: z.iso.datetime(),
})

export const orderLineSchema = z.object({
  sku: z.string(),
  name: z.string(),
  qty: z.int(),
  unitAmount: z.int(),
  discount: z.int(),
  discounts: z.array(z.object({ label: z.string(), amount: z.int() })),
  amount: z.int(),
  tax: z.int(),
  /** Null for new licences. */
  change: z.enum(['renewal', 'upgrade', 'ahead', 'seats']).nullable(),
  licences: z.array(orderLicenceSchema),
})

/** The answer of `GET /api/orders/:id`. Amounts in cents, times ISO 8601 UTC. */
export const orderSchema = z.object({
  id: z.string(),
  number: z.string(),
  status: orderStatusSchema,
  currency: z.string(),
  total: z.int(),
  tax: z.int(),
  refunded: z.int(),
  /** The part of `refunded` on its way to the buyer. */
  refundPending: z.int(),
  /** The part of `refunded` that didn’t reach the buyer, so it is still owed. */
  refundFailed: z.object({ amount: z.int(), reason: z.string() }).nullable(),
  /** The part of `refunded` still to be sent by bank transfer. `account` is “ending 5678”, or null until it is known. */
  refundToSend: z.object({ amount: z.int(), by: daySchema, account: z.string().nullable() }).nullable(),
  /** The part of `refunded` sent by bank transfer. */
  refundRepaid: z.int(),
  /** The part of `refunded` that the buyer’s bank took by disputes. */
  takenBack: z.int(),
  discount: z.int(),
  createdAt: z.iso.datetime(),
  /** The day of this answer, in the company’s time zone. */
  today: daySchema,
  paidAt: z.iso.datetime().nullable(),
  /** The deadline of a transfer; null for card orders. */
  dueAt: z.iso.datetime().nullable(),
  steps: z.array(z.object({ kind: z.enum(['remind', 'due', 'lapse']), day: daySchema })),
  payments: z.array(z.object({ amount: z.int(), date: z.iso.datetime() })),
  outstanding: z.int().nonnegative(),
  taxRule: taxSchema,
  paymentMethod: z.enum(['card', 'invoice']),
  /** The state of a debit at the buyer’s bank; null unless it is under way or refused. */
  payment: z.enum(['processing', 'failed']).nullable(),
  paymentUrl: z.string().nullable(),
  /** Whether `POST …/pay` can take a card payment. */
  takesCard: z.boolean(),
  customer: z.object({
    name: z.string(),
    email: z.string(),
    companyName: z.string().optional(),
    abn: z.string().optional(),
    nzbn: z.string().optional(),
    vatId: z.string().optional(),
    country: z.string(),
    ...addressSchemas(() => z.string().optional()),
  }),
  purchaseOrder: z.string().optional(),
  /** The ordered quote. `url` contains its token; null unless the quote can be ordered again. */
  quote: z.object({ url: z.string().nullable() }).nullable(),
  /** Mails attach e-invoices, too. */
  eInvoice: z.boolean().optional(),
  /** An EU consumer consented to immediate delivery, which ends the right to withdraw. */
  waivesWithdrawal: z.boolean().optional(),
  lines: z.array(orderLineSchema),
  invoice: z.object({ number: z.string(), issuedAt: z.iso.datetime(), url: z.string() }).nullable(),
  documents: z.array(
    z.object({
      kind: z.enum(['invoice', 'adjustment', 'receipt']),
      number: z.string(),
      content: invoiceContentSchema,
      url: z.string(),
      /** The document as XML; null for a receipt. */
      eInvoiceUrl: z.string().nullable(),
      replaces: z.string().optional(),
      replacedBy: z.string().nullable(),
    }),
  ),
  mails: z.array(
    z.object({ kind: z.string(), status: z.enum(['queued', 'sent', 'dead']), at: z.iso.datetime() }),
  ),
})

export type Order = z.infer<typeof orderSchema>
export type OrderStatus = Order['status']

/** Statuses in which nobody expects a payment. A late payment still counts. */
export const closedStatuses: OrderStatus[] = ['expired', 'cancelled']

/** Statuses in which a payment can still pay the order. */
export const payableStatuses: OrderStatus[] = ['pending', ...closedStatuses]
export type OrderDocument = Order['documents'][number]
export type OrderLicence = z.infer<typeof orderLicenceSchema>

export const cardPaymentSchema = z.object({ action: z.literal('redirect'), url: z.string() })
export type CardPayment = z.infer<typeof cardPaymentSchema>

export const placedOrderSchema = z.object({
  order: orderSchema,
  /** Opens the order, as `Authorization: Bearer …`. */
  accessToken: z.string(),
  payment: z.discriminatedUnion('action', [
    cardPaymentSchema,
    z.object({ action: z.literal('instructions') }),
  ]),
})

/** The answer to sending an order's mail again. */
export const queuedSchema = z.object({ status: z.literal('queued') })

export type PlacedOrder = z.infer<typeof placedOrderSchema>

/** True while transfers have brought less than the total. */
export function isPartlyPaid(order: Pick<Order, 'status' | 'total' | 'outstanding'>) {
  return order.status === 'pending' && order.outstanding < order.total
}

/** Whether the order awaits a card payment of its whole total. */
export function awaitsCard(
  order: Pick<Order, 'status' | 'total' | 'outstanding' | 'paymentMethod' | 'payment' | 'paymentUrl'>,
) {
  const isByCard = order.paymentMethod === 'card' || order.paymentUrl !== null
  return order.status === 'pending' && !isPartlyPaid(order) && order.payment === null && isByCard
}

export type OrderAct = 'pay' | 'cancel' | 'resend' | 'account'

export function isOrderAct(text: unknown): text is OrderAct {
  return text === 'pay' || text === 'cancel' || text === 'resend' || text === 'account'
}

/** The refusal of a form on the order's page. */
export type OrderRefusal = FormRefusal & { act: OrderAct }

export type OrderFetch = (id: string) => Promise<Order | null>
