import { z } from 'zod'
import { time } from '#shared/desk/answers.ts'
import { deskOrderSchema, orderListSchema } from '#shared/desk/order-answers.ts'
import {
  actSchema,
  deskBuyerSchema,
  noteSchema,
  orderListQuerySchema,
  paymentSchema,
  refundSchema,
} from '#shared/desk/requests.ts'
import { deskApiPatterns, deskApiRoutes } from '#shared/desk-routes.ts'
import type { ErrorCode } from '#shared/error-codes.ts'
import { type ApiDescription, json, type Operation } from '../../openapi/description.ts'
import { csv, desk, onceOrRevision, read } from '../describe.ts'

const acted = z.object({ order: deskOrderSchema })
const paid = acted.extend({ payment: z.object({ id: z.string(), amount: z.int(), date: time }) })
const refunded = acted.extend({ document: deskOrderSchema.shape.documents.element.nullable() })

export const ordersApi: ApiDescription = {
  [deskApiRoutes.orders]: {
    get: read('Orders, the newest first', orderListSchema, {
      description: '`after` is `next` of the page before.',
      query: orderListQuerySchema,
      errors: ['invalid_request'],
    }),
  },
  [deskApiPatterns.order]: {
    get: read('An order with all that belongs to it', deskOrderSchema, {
      description: 'By its id or its number.',
      errors: ['order_not_found'],
    }),
  },
  [deskApiRoutes.ordersCsv]: {
    get: csv('The same as CSV, all of it', { query: orderListQuerySchema, errors: ['invalid_request'] }),
  },
  [deskApiPatterns.payments]: {
    post: {
      ...act('Enter money that came in by bank transfer', paymentSchema, ['order_not_payable']),
      answers: { 201: { description: 'The payment and the order.', content: json(paid) } },
    },
  },
  [deskApiPatterns.refunds]: {
    post: act(
      'Refund a sum, licences, or the rest',
      refundSchema,
      ['confirmation_required', 'order_not_refundable', 'refund_too_large', 'stripe_not_configured'],
      refunded,
    ),
  },
  [deskApiPatterns.refundAgain]: {
    post: act('Try a refund that failed again', actSchema, ['order_not_refundable', 'stripe_not_configured']),
  },
  [deskApiPatterns.refundByTransfer]: {
    post: act('Record that a failed refund went back by transfer', actSchema, ['order_not_refundable']),
  },
  [deskApiPatterns.cancel]: {
    post: act('Cancel an order that nobody will pay', actSchema, ['order_not_cancellable']),
  },
  [deskApiPatterns.accept]: {
    post: act('Take what an order in review was paid for the whole', actSchema, ['order_not_payable']),
  },
  [deskApiPatterns.resend]: {
    post: act('Send the order’s mail once more', actSchema, ['nothing_to_send']),
  },
  [deskApiPatterns.buyer]: { post: act('Correct the buyer', deskBuyerSchema) },
  [deskApiPatterns.note]: { post: act('Keep a note, which the customer never sees', noteSchema) },
  [deskApiPatterns.quotePdf]: {
    get: desk({
      summary: 'A quote as it was made',
      answers: { 200: { description: 'The quote.', content: { 'application/pdf': z.string() } } },
      errors: ['quote_not_found'],
    }),
  },
  [deskApiPatterns.document]: {
    get: desk({
      summary: 'A document of an order as it was issued',
      answers: { 200: { description: 'The document.', content: { 'application/pdf': z.string() } } },
      errors: ['order_not_found', 'document_not_found'],
    }),
  },
}

function act(
  summary: string,
  body: z.ZodType,
  errors: ErrorCode[] = [],
  answer: z.ZodType = acted,
): Operation {
  return onceOrRevision({
    summary,
    body: json(body),
    answers: { 200: { description: 'The order as it is now.', content: json(answer) } },
    errors: [
      'order_not_found',
      'changed_meanwhile',
      'validation_failed',
      'payment_refused',
      'payment_provider_unavailable',
      ...errors,
    ],
  })
}
