import { z } from 'zod'
import { webhookListQuerySchema } from '#shared/desk/requests.ts'
import { webhookListSchema } from '#shared/desk/webhook-answers.ts'
import { deskApiPatterns, deskApiRoutes } from '#shared/desk-routes.ts'
import { type ApiDescription, json } from '../../openapi/description.ts'
import { desk, read } from '../describe.ts'

export const webhooksApi: ApiDescription = {
  [deskApiRoutes.webhooks]: {
    get: read('Receivers of webhooks and their messages, the newest first', webhookListSchema, {
      query: webhookListQuerySchema,
      errors: ['invalid_request'],
    }),
  },
  [deskApiPatterns.retryWebhook]: {
    post: desk({
      summary: 'Send a webhook that waits or was given up now',
      description: 'The id `dead` means all that were given up.',
      answers: {
        200: {
          description: 'The ids of what is due now.',
          content: json(z.object({ retried: z.array(z.string()) })),
        },
      },
      errors: ['webhook_not_found'],
    }),
  },
}
