import { z } from 'zod'
import { cardPaymentSchema, orderSchema, queuedSchema } from '#shared/orders/orders.ts'
import { refundAccountSchema } from '#shared/orders/refund-account.ts'
import { apiPatterns, apiRoutes } from '#shared/routes/api-routes.ts'
import type { AppContext } from '../../context.ts'
import { swapToken } from '../../people/link-access/swap-token.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import { download, type Endpoint, endpoint, type Gate, plain } from '../../web/endpoint.ts'
import { AppError } from '../../web/http/errors.ts'
import { privateHeaders } from '../../web/http/private-headers.ts'
import { retryAfterHeader } from '../../web/http/retry-after.ts'
import { limitRate } from '../../web/middleware/rate-limit.ts'
import { anyText, redirectText, textOf } from '../../web/openapi/description.ts'
import { readDocumentPdf, readInvoicePdf } from '../invoices/issue.ts'
import { readEInvoice, sendEInvoice } from '../invoices/read-e-invoice.ts'
import { sendPdf } from '../invoices/send-pdf.ts'
import { findOpened, lookUpOrder } from './look-up.ts'
import { orderActs } from './order-acts.ts'
import { orderNotOpened } from './order-not-found.ts'
import { viewOrder } from './order-view.ts'
import { payByCardErrors } from './pay-by-card.ts'
import { nameRefundAccount } from './refund-by-transfer.ts'

/** Answers 404 for an order without its token, as if it didn't exist. */
const opened: Gate<AppContext, OrderRow> = {
  access: 'order',
  errors: ['order_not_found', 'rate_limited'],
  guards: (ctx) => [
    // Counts requests before it looks up the token.
    limitRate(ctx.rateLimits.general),
    privateHeaders,
    swapToken(ctx.config, {
      id: ({ params }) => String(params.id),
      opens: async (id, token) => (await findOpened(ctx, id, [token])) !== null,
      address: (req) => req.originalUrl.split('?', 1)[0] as string,
      onRefused: () => {
        throw orderNotOpened()
      },
    }),
  ],
  async admit(ctx, { headers, params }) {
    const order = await lookUpOrder(ctx, headers, String(params.id))
    if (!order) throw orderNotOpened()
    return order
  },
}

const read = { gate: opened, method: 'get' } as const
const act = { gate: opened, method: 'post' } as const
const content = textOf('application/pdf')

export const ordersApi: Endpoint<AppContext>[] = [
  endpoint({
    ...read,
    path: apiPatterns.order,
    summary: 'An order with its licences, documents and mails',
    description: 'The cookie that checkout sets opens it too. A `pending` order answers with `Retry-After`.',
    says: 'The order.',
    answer: orderSchema,
    async run({ ctx, sender }, _input, res) {
      const order = await viewOrder(ctx, sender)
      if (order.status === 'pending') res?.set(retryAfterHeader('order_pending'))
      return order
    },
  }),
  download({
    ...read,
    path: apiPatterns.invoice,
    summary: 'The tax invoice',
    errors: ['invoice_not_found'],
    says: 'The invoice as it was issued.',
    content,
    async send({ ctx, sender: { id } }, _input, res) {
      const invoice = await readInvoicePdf(ctx.database.db, id, 'invoice')
      if (!invoice)
        throw new AppError(404, 'invoice_not_found', 'The invoice is issued when the payment has arrived.')
      sendPdf(res, invoice)
    },
  }),
  download({
    ...read,
    path: apiPatterns.adjustmentNote,
    summary: 'An adjustment note',
    description: '`refunded` is the sum of all refunds up to this note, in cents.',
    errors: ['adjustment_note_not_found'],
    says: 'The note as it was issued.',
    content,
    async send({ ctx, sender: { id }, params: { refunded } }, _input, res) {
      // PostgreSQL would reject a larger integer.
      const note = /^\d{1,9}$/.test(refunded)
        ? await readInvoicePdf(ctx.database.db, id, 'adjustment_note', Number(refunded))
        : null
      if (!note) throw new AppError(404, 'adjustment_note_not_found', 'There is no such adjustment note.')
      sendPdf(res, note)
    },
  }),
  download({
    ...read,
    path: apiPatterns.document,
    summary: 'A document by its number, also one that was replaced',
    errors: ['document_not_found'],
    says: 'The document as it was issued.',
    content,
    async send({ ctx, sender: { id }, params: { number } }, _input, res) {
      const document = await readDocumentPdf(ctx.database.db, id, number)
      if (!document) throw new AppError(404, 'document_not_found', 'There is no such document.')
      sendPdf(res, document)
    },
  }),
  download({
    ...read,
    path: apiPatterns.eInvoice,
    summary: 'The same document as an e-invoice, for programs',
    description:
      'UBL 2.1 by EN 16931; PINT A-NZ for buyers in Australia and New Zealand. A receipt has none.',
    errors: ['document_not_found'],
    says: 'The e-invoice.',
    content: textOf('application/xml'),
    async send({ ctx, sender: { id }, params: { number } }, _input, res) {
      sendEInvoice(res, await readEInvoice(ctx.database.db, id, number))
    },
  }),
  endpoint({
    ...act,
    path: apiPatterns.payByCard,
    summary: 'Pay an order that waits for a transfer by card',
    description:
      'It stays the same order and the same invoice. Also opens the payment page of a quote’s order by card.',
    errors: payByCardErrors,
    says: 'Where it is paid.',
    answer: z.object({ payment: cardPaymentSchema }),
    run: async ({ ctx, sender }) => ({ payment: await orderActs(ctx).pay(sender) }),
  }),
  endpoint({
    ...act,
    path: apiPatterns.cancelUnpaid,
    summary: 'Cancel an order that isn’t paid',
    description: 'An adjustment note cancels its invoice. Money that comes all the same still pays it.',
    errors: ['order_not_cancellable', 'order_partly_paid', 'payment_refused', 'payment_provider_unavailable'],
    says: 'The cancelled order.',
    answer: z.object({ order: orderSchema }),
    run: async ({ ctx, sender }) => ({ order: await viewOrder(ctx, await orderActs(ctx).cancel(sender)) }),
  }),
  endpoint({
    ...act,
    path: apiPatterns.resend,
    summary: 'Send the order’s mail again',
    errors: ['nothing_to_send'],
    status: 202,
    says: 'It will be sent.',
    answer: queuedSchema,
    async run({ ctx, sender }) {
      await orderActs(ctx).resend(sender)
      return { status: 'queued' } as const
    },
  }),
  endpoint({
    ...act,
    path: apiPatterns.refundAccount,
    summary: 'Say where a refund by bank transfer should go',
    description: 'Replaces the account that was named before, until the refund is sent.',
    input: refundAccountSchema,
    errors: ['order_not_refundable', 'validation_failed'],
    says: 'The order.',
    answer: z.object({ order: orderSchema }),
    async run({ ctx, sender }, account) {
      await nameRefundAccount(ctx, sender, account)
      return { order: await viewOrder(ctx, sender) }
    },
  }),
  plain('post', apiRoutes.forgetOrder, {
    summary: 'Forget an order on this device',
    description: 'A form of the order’s page. Its token leaves the cookie.',
    body: { 'application/x-www-form-urlencoded': z.object({ order: anyText }) },
    answers: { 303: { description: 'To the page that says so.', content: redirectText } },
  }),
]
