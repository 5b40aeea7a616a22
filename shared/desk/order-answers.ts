import { z } from 'zod'
import { daySchema } from '../calendar/day-schema.ts'
import { attentionSchema } from '../orders/attention.ts'
import { orderSchema } from '../orders/orders.ts'
import { historyEntrySchema, next, time } from './answers.ts'
import { listedLicenceSchema } from './licence-answers.ts'
import { sentMailSchema } from './mail-answers.ts'

const shown = orderSchema
  .omit({
    paymentUrl: true,
    takesCard: true,
    quote: true,
    today: true,
    payments: true,
    lines: true,
    invoice: true,
    documents: true,
    mails: true,
  })
  .extend({
    attention: attentionSchema.nullable(),
    /** What came in; of an order in review, perhaps in another currency than its own. */
    receivedAmount: z.int().nullable(),
    receivedCurrency: z.string().nullable(),
    /** The discount code that it was placed with. */
    code: z.string().nullable(),
    /** Grows with every change. */
    revision: z.int(),
  })

const { sku, name, qty, unitAmount, discount, discounts, amount, tax, change } =
  orderSchema.shape.lines.element.shape

export const listedOrderSchema = shown.extend({ lines: z.array(z.object({ sku, name, qty })) })

export type ListedOrder = z.infer<typeof listedOrderSchema>

export const orderListSchema = z.object({ orders: z.array(listedOrderSchema), next })

export type OrderList = z.infer<typeof orderListSchema>

export const deskOrderSchema = shown.extend({
  payments: z.array(
    z.object({
      id: z.string(),
      amount: z.int(),
      currency: z.string(),
      /** When it came in; of a transfer, when that day of the company's began. */
      date: time,
      reference: z.string().nullable(),
      source: z.enum(['card', 'transfer']),
      /** Credit and failed refunds go out by transfer, or credit to another order. A bank takes and gives by disputes. A positive `repaid` takes back that a refund was sent. */
      kind: z.enum(['payment', 'credit', 'moved', 'repaid', 'taken_back', 'given_back', 'fee', 'undone']),
      /** Whether it's a transfer that can be taken back. */
      canUndo: z.boolean(),
      who: z.string(),
    }),
  ),
  /** Why a transfer that stands can't be taken back; null if none stands, or all can. */
  whyNoUndo: z.string().nullable(),
  /** Where a refund is to be sent, once the buyer or a bank's statement has said so. */
  refundAccount: z.object({ holder: z.string().nullable(), number: z.string() }).nullable(),
  /** What is still to come before the order is paid. */
  outstanding: z.int(),
  /** The quote that was ordered. */
  quote: z.object({ id: z.string(), number: z.string() }).nullable(),
  /** What came in beyond the total, or all that a cancelled or lapsed order holds. */
  credit: z.int(),
  lines: z.array(
    z.object({ id: z.string(), sku, name, qty, unitAmount, discount, discounts, amount, tax, change }),
  ),
  licences: z.array(
    listedLicenceSchema
      .pick({ id: true, status: true, keyHint: true, plan: true, updatesUntil: true })
      .extend({ lineId: z.string(), seats: z.int(), used: z.int() }),
  ),
  documents: z.array(
    z.object({
      kind: z.enum(['invoice', 'adjustment_note', 'receipt']),
      number: z.string(),
      amount: z.int(),
      tax: z.int(),
      /** By the tax of its day, which a corrected country may have changed. */
      taxed: z.boolean(),
      issuedAt: time,
      /** The number of the invoice that this one corrects. */
      replaces: z.string().nullable(),
      replacedBy: z.string().nullable(),
      url: z.string(),
      /** The same as XML; null for a receipt. */
      eInvoiceUrl: z.string().nullable(),
    }),
  ),
  mails: z.array(sentMailSchema),
  events: z.array(historyEntrySchema.omit({ act: true }).extend({ event: z.string(), detail: z.string() })),
  /** Orders of this address, with this one. */
  ordersOfCustomer: z.int(),
  /** The buyer's other orders that its credit can pay. */
  creditCanPay: z.array(z.object({ number: z.string(), outstanding: z.int() })),
  /** The payment in the card provider's dashboard; null without one. */
  paymentPage: z.string().nullable(),
  /** False for a card payment while cards aren't configured. */
  canRefund: z.boolean(),
})

/** What is answered beside the order when money was entered. */
export const takenPaymentSchema = z.object({
  payment: z.object({ id: z.string(), amount: z.int(), date: time }),
})

export type DeskOrder = z.infer<typeof deskOrderSchema>

/** What a refund will do. Numbers of documents are given only when it is done. */
const refundPreviewSchema = z.object({
  amount: z.int(),
  /** What of it never came, because it was forgiven as a bank's fee. */
  fee: z.int(),
  /** The tax in it. */
  tax: z.int(),
  /** What the adjustment note takes off; null where nothing was invoiced, so no note is issued. */
  note: z.object({ amount: z.int(), tax: z.int() }).nullable(),
  /** Hints of the keys that end. */
  licences: z.array(z.string()),
  /** What the licence that the order changed goes back to. */
  setsBack: z
    .object({ keyHint: z.string(), plan: z.string(), seats: z.int(), updatesUntil: daySchema })
    .nullable(),
  /** Money beyond the total, which stays. */
  credit: z.int(),
  mailTo: z.string(),
  /** What is kept of the order afterwards. */
  kept: z.int(),
  /** How the money goes. A credit has gone back by transfer before. */
  through: z.enum(['card', 'transfer', 'credit']),
  /** Names all of it, and the licences as they are. */
  seen: z.string(),
})

export type RefundPreview = z.infer<typeof refundPreviewSchema>
