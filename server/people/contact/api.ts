import { contactReceiptSchema, contactSchema } from '#shared/contact/contact.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import type { AppContext } from '../../context.ts'
import { type Endpoint, endpoint } from '../../web/endpoint.ts'
import { json, redirectText } from '../../web/openapi/description.ts'
import { receiveMessage } from './receive-message.ts'

export const contactApi: Endpoint<AppContext>[] = [
  endpoint({
    method: 'post',
    path: apiRoutes.contact,
    summary: 'Write to us',
    description: 'The same message within ten minutes gives the same reference. `website` stays empty.',
    input: contactSchema,
    errors: ['validation_failed', 'verification_failed', 'verification_unavailable', 'contact_unavailable'],
    status: 202,
    says: 'The message is on disk.',
    answer: contactReceiptSchema,
    described: {
      body: { ...json(contactSchema), 'application/x-www-form-urlencoded': contactSchema },
      answers: {
        303: { description: 'The same for a form, to the page that says so.', content: redirectText },
      },
      pageOfErrors: [422],
    },
    run: ({ ctx, asked }, message, res) => receiveMessage(ctx, message, asked, { res, tokenRequired: true }),
  }),
]
