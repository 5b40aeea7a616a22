import { z } from 'zod'
import { apiRoutes } from '#shared/api-routes.ts'
import { type ApiDescription, json } from '../openapi/description.ts'

export const paymentsApi: ApiDescription = {
  [apiRoutes.stripeWebhook]: {
    post: {
      summary: 'An event of Stripe',
      headers: z.object({ 'Stripe-Signature': z.string() }),
      body: json(z.looseObject({})),
      answers: {
        200: { description: 'The event is on disk.', content: json(z.object({ received: z.literal(true) })) },
      },
      errors: ['signature_invalid', 'event_not_stored', 'webhook_not_configured'],
    },
  },
}
