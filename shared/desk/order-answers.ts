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
    /** What came in; for an order in review, possibly in a currency other than its own. */
    receivedAmount: z.int().nullable(),
    receivedCurrency: z.string().nullable(),
    code: z.string().nullable(),
    /** Increases with every change. */
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
      /** When it came in; for a transfer, the start of that day in the company's time zone. */
      date: time,
      reference: z.string().nullable(),
      source: z.enum(['card', 'transfer']),
      /**
       * Credit and failed refunds go out by transfer or move to another order. Disputes are `taken_back` and
       * `given_back`. A positive `repaid` undoes a refund marked as sent.
       */
      kind: z.enum(['payment', 'credit', 'moved', 'repaid', 'taken_back', 'given_back', 'fee', 'undone']),
      /** Whether it is a transfer that can be undone. */
      canUndo: z.boolean(),
      who: z.string(),
    }),
  ),
  /** Why a transfer can't be undone; null if there is none, or all can. */
  whyNoUndo: z.string().nullable(),
  /** The account to send a refund to; null until the buyer or a bank statement names it. */
  refundAccount: z.object({ holder: z.string().nullable(), number: z.string() }).nullable(),
  /** The amount due before the order is paid. */
  outstanding: z.int(),
  quote: z.object({ id: z.string(), number: z.string() }).nullable(),
  /** Payments beyond the total; for a cancelled or lapsed order, all payments. */
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
      /** Follows the tax rule of its date of issue; correcting the country may have changed the rule since. */
      taxed: z.boolean(),
      issuedAt: time,
      /** The number of the invoice that this one corrects. */
      replaces: z.string().nullable(),
      replacedBy: z.string().nullable(),
      url: z.string(),
      /** The document as XML; null for a receipt. */
      eInvoiceUrl: z.string().nullable(),
    }),
  ),
  mails: z.array(sentMailSchema),
  events: z.array(historyEntrySchema.omit({ act: true }).extend({ event: z.string(), detail: z.string() })),
  /** Counts the orders of this address, including this one. */
  ordersOfCustomer: z.int(),
  /** The buyer's other orders that the credit can pay. */
  creditCanPay: z.array(z.object({ number: z.string(), outstanding: z.int() })),
  /** The payment's page in the card provider's dashboard; null without a card payment. */
  paymentPage: z.string().nullable(),
  /** False for a card payment while cards aren't configured. */
  canRefund: z.boolean(),
})

/** The entered payment; answered with the order. */
export const takenPaymentSchema = z.object({
  payment: z.object({ id: z.string(), amount: z.int(), date: time }),
})

export type DeskOrder = z.infer<typeof deskOrderSchema>

/** The effect of a refund. Numbers of documents exist only once it is done. */
const refundPreviewSchema = z.object({
  amount: z.int(),
  /** The part of `amount` that a bank's fee kept, so it never came in. */
  fee: z.int(),
  /** The tax contained in `amount`. */
  tax: z.int(),
  /** The adjustment note; null if nothing was invoiced, so none is issued. */
  note: z.object({ amount: z.int(), tax: z.int() }).nullable(),
  /** Hints of the revoked keys. */
  licences: z.array(z.string()),
  /** What the changed licence reverts to; null if the order changed none. */
  setsBack: z
    .object({ keyHint: z.string(), plan: z.string(), seats: z.int(), updatesUntil: daySchema })
    .nullable(),
  /** Money beyond the total, which the refund leaves alone. */
  credit: z.int(),
  mailTo: z.string(),
  /** The part of the order that is kept after the refund. */
  kept: z.int(),
  /** How the money goes back. `credit` records a transfer that was made already. */
  through: z.enum(['card', 'transfer', 'credit']),
  /** A hash of the preview and the licences; a refund is refused if it no longer matches. */
  seen: z.string(),
})

export type RefundPreview = z.infer<typeof refundPreviewSchema>
