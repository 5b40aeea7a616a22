import { z } from 'zod'
import { apiPatterns, apiRoutes } from '#shared/api-routes.ts'
import { cardPaymentSchema, orderSchema } from '#shared/orders.ts'
import { type ApiDescription, json, redirectText } from '../openapi/description.ts'

const pdf = { 'application/pdf': z.string() }

export const ordersApi: ApiDescription = {
  [apiPatterns.order]: {
    get: {
      summary: 'An order with its licences, documents and mails',
      description:
        'The cookie that checkout sets opens it too. A `pending` order answers with `Retry-After`.',
      access: 'order',
      answers: { 200: { description: 'The order.', content: json(orderSchema) } },
      errors: ['order_not_found', 'rate_limited'],
    },
  },
  [apiPatterns.invoice]: {
    get: {
      summary: 'The tax invoice',
      access: 'order',
      answers: { 200: { description: 'The invoice as it was issued.', content: pdf } },
      errors: ['order_not_found', 'invoice_not_found', 'rate_limited'],
    },
  },
  [apiPatterns.adjustmentNote]: {
    get: {
      summary: 'An adjustment note',
      description: '`refunded` is the sum of all refunds up to this note, in cents.',
      access: 'order',
      answers: { 200: { description: 'The note as it was issued.', content: pdf } },
      errors: ['order_not_found', 'adjustment_note_not_found', 'rate_limited'],
    },
  },
  [apiPatterns.document]: {
    get: {
      summary: 'A document by its number, also one that was replaced',
      access: 'order',
      answers: { 200: { description: 'The document as it was issued.', content: pdf } },
      errors: ['order_not_found', 'document_not_found', 'rate_limited'],
    },
  },
  [apiPatterns.payByCard]: {
    post: {
      summary: 'Pay an order that waits for a transfer by card',
      description: 'It stays the same order and the same invoice.',
      access: 'order',
      answers: {
        200: { description: 'Where it is paid.', content: json(z.object({ payment: cardPaymentSchema })) },
      },
      errors: [
        'order_not_found',
        'order_not_payable',
        'order_partly_paid',
        'cards_not_taken',
        'validation_failed',
        'payment_refused',
        'payment_provider_unavailable',
      ],
    },
  },
  [apiPatterns.cancelUnpaid]: {
    post: {
      summary: 'Cancel an order that isn’t paid',
      description: 'An adjustment note cancels its invoice. Money that comes all the same still pays it.',
      access: 'order',
      answers: {
        200: { description: 'The cancelled order.', content: json(z.object({ order: orderSchema })) },
      },
      errors: [
        'order_not_found',
        'order_not_cancellable',
        'order_partly_paid',
        'payment_refused',
        'payment_provider_unavailable',
      ],
    },
  },
  [apiPatterns.resend]: {
    post: {
      summary: 'Send the order’s mail again',
      access: 'order',
      answers: {
        202: { description: 'It will be sent.', content: json(z.object({ status: z.literal('queued') })) },
      },
      errors: ['order_not_found', 'nothing_to_send'],
    },
  },
  [apiRoutes.forgetOrder]: {
    post: {
      summary: 'Forget an order on this device',
      description: 'A form of the order’s page. Its token leaves the cookie.',
      body: { 'application/x-www-form-urlencoded': z.object({ order: z.string() }) },
      answers: { 303: { description: 'To the page that says so.', content: redirectText } },
    },
  },
}
