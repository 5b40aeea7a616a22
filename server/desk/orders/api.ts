import { deskOrderSchema, orderListSchema, takenPaymentSchema } from '#shared/desk/order-answers.ts'
import { actSchema, noteSchema } from '#shared/desk/requests/acts.ts'
import {
  deskBuyerSchema,
  moveCreditSchema,
  orderListQuerySchema,
  paymentSchema,
  refundSchema,
  refundSentSchema,
  undoPaymentSchema,
} from '#shared/desk/requests/orders.ts'
import { allRights } from '#shared/desk/scopes.ts'
import { deskApiPatterns, deskApiRoutes } from '#shared/routes/desk-routes.ts'
import type { ShopContext } from '../../context.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import { readDocumentPdf } from '../../shop/invoices/issue.ts'
import { readEInvoice, sendEInvoice } from '../../shop/invoices/read-e-invoice.ts'
import { sendPdf } from '../../shop/invoices/send-pdf.ts'
import { acceptReview } from '../../shop/orders/accept-review.ts'
import { cancelOrder } from '../../shop/orders/close-order.ts'
import { correctBuyerByStaff } from '../../shop/orders/correct-buyer.ts'
import { refundCredit } from '../../shop/orders/credit.ts'
import { payBackByTransfer, refundAgain, resumeRefundAgain } from '../../shop/orders/failed-refunds.ts'
import { leaveAttention } from '../../shop/orders/leave-attention.ts'
import { listPayments } from '../../shop/orders/ledger.ts'
import { moveCredit } from '../../shop/orders/move-credit.ts'
import { noteOrder } from '../../shop/orders/note.ts'
import { sendRefund } from '../../shop/orders/refund-by-transfer.ts'
import { refundOrder, requireRefundable, resumeRefund } from '../../shop/orders/refund-order.ts'
import { resend } from '../../shop/orders/resend.ts'
import { requireOrderRevision } from '../../shop/orders/revision.ts'
import { takePayment } from '../../shop/orders/take-payment.ts'
import { undoPayment } from '../../shop/orders/undo-payment.ts'
import { AppError } from '../../web/http/errors.ts'
import { textOf } from '../../web/openapi/description.ts'
import { requireConfirmation } from '../confirm.ts'
import { file, list, read } from '../endpoints.ts'
import { evidencePdf } from './evidence.ts'
import { act, acted } from './order-act.ts'
import { orderColumns } from './orders-csv.ts'
import { previewCredit, previewRefund, requireSeen } from './preview-refund.ts'
import { findDeskOrder, viewDeskOrder, viewOrdersPage } from './view-order.ts'

const [ordersPage, ordersCsv] = list(deskApiRoutes.orders, deskApiRoutes.ordersCsv, {
  who: 'orders.read',
  summary: 'Orders, by default the newest first',
  input: orderListQuerySchema,
  answer: orderListSchema,
  columns: orderColumns,
  pages({ ctx: { database, library } }, query) {
    const { timeZone } = library.typed.site.company
    return (page) => viewOrdersPage(database, { ...query, timeZone }, page)
  },
  show: ({ rows: orders, next }) => ({ orders, next }),
})

/** `command` also offers an act on the command line. */
export const ordersApi = [
  ordersPage,
  read(deskApiPatterns.order, {
    who: 'orders.read',
    summary: 'An order with all that belongs to it',
    description: 'By its id or its number.',
    answer: deskOrderSchema,
    errors: ['order_not_found'],
    run: ({ ctx, params, sender }) => viewDeskOrder(ctx, params.id, sender),
  }),
  ordersCsv,
  act('/api/desk/orders/:id/payments', {
    who: 'orders.pay',
    summary: 'Enter money that came in by bank transfer',
    input: paymentSchema,
    errors: ['order_not_payable'],
    status: 201,
    says: 'The payment and the order.',
    answer: acted.extend(takenPaymentSchema.shape),
    async run({ ctx, order, by }, { amount, date, reference }) {
      await takePayment(ctx, order, { amount, on: date, reference }, by)
    },
    async view({ ctx, order }, made) {
      const payment = (await listPayments(ctx.database.db, order.id)).find(({ id }) => id === made)
      if (!payment) throw new Error(`Payment ${made} is gone.`)
      return { payment: { id: made, amount: payment.amount, date: payment.received_at } }
    },
  }),
  act('/api/desk/orders/:id/refunds', {
    who: 'orders.refund',
    summary: 'Refund a sum, licences, or the rest',
    input: refundSchema,
    errors: ['confirmation_required', 'order_not_refundable', 'refund_too_large', 'stripe_not_configured'],
    answer: acted.extend({ document: deskOrderSchema.shape.documents.element.nullable() }),
    async run({ ctx, order, by }, { credit, confirm, seen, ...wanted }) {
      const { db } = ctx.database
      await requireOrderRevision(db, order, by.revision)
      if (!credit) requireRefundable(ctx, order)
      const { timeZone } = ctx.library.typed.site.company
      const preview = credit
        ? await previewCredit(db, order)
        : await previewRefund(db, order, { ...wanted, timeZone })
      requireConfirmation(order.number, confirm, preview)
      await requireSeen(db, order, preview, seen)
      if (credit) await refundCredit(ctx, order, by)
      else await refundOrder(ctx, order, { ...wanted, amount: preview.amount }, by)
    },
    async resume({ ctx, order }, made) {
      if (made !== order.id) await resumeRefund(ctx, order, made)
    },
    view: async ({ ctx, order }, made) => ({
      document: made === order.id ? null : await newestNote(ctx, order),
    }),
  }),
  act('/api/desk/orders/:id/undo-payment', {
    who: 'orders.pay',
    summary: 'Take back a transfer, in or out, that was booked by mistake',
    input: undoPaymentSchema,
    errors: ['payment_not_undoable'],
    run: ({ ctx, order, by }, { payment }) => undoPayment(ctx, order, payment, by),
  }),
  act('/api/desk/orders/:id/move-credit', {
    who: 'orders.pay',
    summary: 'Pay another order of the buyer by the credit',
    command:
      'Pays OTHER, of the same buyer, by the order’s credit: what it holds beyond its total, or all if it is closed.',
    input: moveCreditSchema,
    errors: ['order_not_payable', 'order_not_refundable'],
    run: ({ ctx, order, by }, { to }) => moveCredit(ctx, order, to, by),
  }),
  act('/api/desk/orders/:id/refund-again', {
    who: 'orders.refund',
    summary: 'Try a refund that failed again',
    input: actSchema,
    errors: ['order_not_refundable', 'stripe_not_configured'],
    run: ({ ctx, order, by }) => refundAgain(ctx, order, by),
    resume: ({ ctx, order }) => resumeRefundAgain(ctx, order),
  }),
  act('/api/desk/orders/:id/refund-by-transfer', {
    who: 'orders.refund',
    summary: 'Record that a failed refund went back by transfer',
    input: actSchema,
    errors: ['order_not_refundable'],
    run: ({ ctx, order, by }) => payBackByTransfer(ctx, order, by),
  }),
  act('/api/desk/orders/:id/refund-sent', {
    who: 'orders.pay',
    summary: 'Record that a refund was sent by bank transfer',
    command: 'Enters that a refund of an order paid by transfer was sent, and tells its buyer.',
    input: refundSentSchema,
    errors: ['order_not_refundable', 'refund_too_large'],
    async run({ ctx, order, by }, { date, ...sent }) {
      await sendRefund(ctx, order, { ...sent, on: date }, by)
    },
  }),
  act('/api/desk/orders/:id/cancel', {
    who: 'orders.cancel',
    summary: 'Cancel an order that nobody will pay',
    command:
      'Closes an order that is not going to be paid, and tells its buyer. Late money that reaches the total still pays it.',
    input: actSchema,
    errors: ['order_not_cancellable'],
    run: ({ ctx, order, by }) => cancelOrder(ctx, order, by),
  }),
  act('/api/desk/orders/:id/accept', {
    who: 'orders.accept',
    summary: 'Take what an order in review was paid for the whole',
    input: actSchema,
    errors: ['order_not_payable'],
    run: ({ ctx, order, by }) => acceptReview(ctx, order, by),
  }),
  act('/api/desk/orders/:id/leave-attention', {
    who: 'orders.refund',
    summary: 'Leave as it is what the card provider reported',
    command:
      'Takes an early fraud warning, or a state that this site doesn’t know, off Today, because nothing is to be done about it.',
    input: actSchema,
    run: ({ ctx, order, by }) => leaveAttention(ctx, order, by),
  }),
  act('/api/desk/orders/:id/resend', {
    who: 'orders.resend',
    summary: 'Send the order’s mail once more',
    command: 'Sends the order’s mail once more.',
    input: actSchema,
    errors: ['nothing_to_send'],
    run: ({ ctx, order, by }) => resend(ctx, order.id, { quota: 0, by }),
  }),
  act('/api/desk/orders/:id/buyer', {
    who: 'orders.buyer',
    summary: 'Correct the buyer',
    command:
      'Corrects the buyer: a new tax invoice replaces the one in force, and is mailed. Another country changes the tax, so a note with the reason cancels the invoice before. Another address ends the earlier links, and the earlier address is told.',
    input: deskBuyerSchema,
    run: ({ ctx, order, by }, { revision: _, ...buyer }) => correctBuyerByStaff(ctx, order, buyer, by),
  }),
  act('/api/desk/orders/:id/note', {
    who: 'orders.note',
    summary: 'Keep a note, which the customer never sees',
    command: 'Keeps a note on an order, which the customer never sees.',
    input: noteSchema,
    run: ({ ctx, order, by }, { text }) => noteOrder(ctx, order, text, by),
  }),
]

export const documentsApi = [
  file(deskApiPatterns.evidence, {
    who: 'orders.refund',
    summary: 'What proves an order to a bank, as one PDF',
    description:
      'Its facts, history and documents, the mails as sent, where its licences were turned on, and the terms as accepted.',
    says: 'The document.',
    content: textOf('application/pdf'),
    errors: ['order_not_found'],
    async send({ ctx, params }, _input, res) {
      const order = await findDeskOrder(ctx.database.db, params.id)
      sendPdf(res, { number: `evidence-${order.number}`, pdf: await evidencePdf(ctx, order) })
    },
  }),
  file(deskApiPatterns.document, {
    who: 'orders.read',
    summary: 'A document of an order as it was issued',
    says: 'The document.',
    content: textOf('application/pdf'),
    errors: ['order_not_found', 'document_not_found'],
    async send({ ctx: { database }, params }, _input, res) {
      const { id } = await findDeskOrder(database.db, params.id)
      const document = await readDocumentPdf(database.db, id, params.number)
      if (!document) throw new AppError(404, 'document_not_found', 'There is no such document.')
      sendPdf(res, document)
    },
  }),
  file(deskApiPatterns.eInvoice, {
    who: 'orders.read',
    summary: 'The same document as an e-invoice, for programs',
    says: 'The e-invoice.',
    content: textOf('application/xml'),
    errors: ['order_not_found', 'document_not_found'],
    async send({ ctx: { database }, params }, _input, res) {
      const { id } = await findDeskOrder(database.db, params.id)
      sendEInvoice(res, await readEInvoice(database.db, id, params.number))
    },
  }),
]

async function newestNote(ctx: ShopContext, { id }: OrderRow) {
  const { documents } = await viewDeskOrder(ctx, id, allRights)
  return documents.findLast(({ kind }) => kind === 'adjustment_note') ?? null
}
