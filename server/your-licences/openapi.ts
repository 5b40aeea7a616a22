import { z } from 'zod'
import { apiPatterns, apiRoutes } from '#shared/api-routes.ts'
import { licenceInfoSchema } from '#shared/licensing/licence-info.ts'
import { mineSchema } from '#shared/licensing/mine.ts'
import { buyerSchema, linkRequestSchema, moveSchema, releaseSchema } from '#shared/licensing/mine-requests.ts'
import { placedOrderSchema } from '#shared/orders.ts'
import { type ApiDescription, json, type Operation, redirectText } from '../openapi/description.ts'

const nothing = json(z.object({}))
const form = 'application/x-www-form-urlencoded'

export const yourLicencesApi: ApiDescription = {
  [apiRoutes.licencesLink]: {
    post: {
      summary: 'Have a link mailed that signs in',
      description: 'The answer is the same for every address.',
      body: { ...json(linkRequestSchema), [form]: linkRequestSchema },
      answers: {
        202: { description: 'If something belongs to the address, a link is mailed.', content: nothing },
        303: { description: 'The same for a form, to the page that says so.', content: redirectText },
      },
      pageOfErrors: [422],
      errors: ['validation_failed', 'verification_failed', 'verification_unavailable'],
    },
  },
  [apiRoutes.licencesSignOut]: {
    post: {
      summary: 'End the session',
      answers: {
        204: { description: 'The session has ended.' },
        303: { description: 'The same for a form, to its page.' },
      },
    },
  },
  [apiRoutes.licencesMine]: {
    get: {
      summary: 'Everything that belongs to the address that is signed in',
      access: 'session',
      answers: {
        200: { description: 'Orders and licences, whole keys included.', content: json(mineSchema) },
      },
      errors: ['sign_in_required', 'rate_limited'],
    },
  },
  [apiRoutes.licencesEverything]: {
    get: {
      summary: 'The same as files, with every document',
      access: 'session',
      answers: { 200: { description: 'A ZIP archive.', content: { 'application/zip': z.string() } } },
      errors: ['sign_in_required', 'rate_limited'],
    },
  },
  [apiRoutes.licencesErasure]: act({
    summary: 'Ask to have everything erased',
    answers: { 202: { description: 'The owner of the site is asked.', content: nothing } },
  }),
  [apiPatterns.releaseSeat]: act({
    summary: 'Deactivate a machine',
    body: json(releaseSchema),
    answers: {
      200: {
        description: 'The machine holds no seat.',
        content: json(licenceInfoSchema.pick({ seats: true })),
      },
    },
    errors: ['licence_not_found', 'activation_not_found', 'validation_failed'],
  }),
  [apiPatterns.replaceKey]: act({
    summary: 'Replace the key of a licence',
    answers: {
      200: { description: 'The new key.', content: json(z.object({ key: z.string(), keyHint: z.string() })) },
    },
    errors: ['licence_not_found', 'key_replaced_today'],
  }),
  [apiPatterns.moveLicence]: act({
    summary: 'Hand a licence to another address',
    description:
      'The new address accepts, then the old one confirms. For 7 days it can take the licence back.',
    body: json(moveSchema),
    answers: { 202: { description: 'The address is asked to confirm.', content: nothing } },
    errors: ['licence_not_found', 'validation_failed', 'rate_limited'],
  }),
  [apiPatterns.correctBuyer]: act({
    summary: 'Correct the buyer that an invoice names',
    body: json(buyerSchema),
    answers: { 200: { description: 'The new invoice.', content: json(z.looseObject({})) } },
    errors: [
      'order_not_found',
      'invoice_not_issued',
      'corrected_too_often',
      'correction_too_late',
      'validation_failed',
    ],
  }),
  [apiPatterns.payOrder]: act({
    summary: 'Pay an order by card instead',
    answers: {
      200: { description: 'How to pay.', content: json(placedOrderSchema.pick({ payment: true })) },
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
  }),
  [apiPatterns.cancelOrder]: act({
    summary: 'Cancel an order that isn’t paid',
    answers: {
      200: { description: 'The order.', content: json(z.object({ order: mineSchema.shape.orders.element })) },
    },
    errors: ['order_not_found', 'order_not_cancellable', 'order_partly_paid'],
  }),
}

function act(operation: Operation): ApiDescription[string] {
  return {
    post: { access: 'session', ...operation, errors: ['sign_in_required', ...(operation.errors ?? [])] },
  }
}
