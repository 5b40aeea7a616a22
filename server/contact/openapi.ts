import { apiRoutes } from '#shared/api-routes.ts'
import { contactReceiptSchema, contactSchema } from '#shared/contact.ts'
import { type ApiDescription, json, redirectText } from '../openapi/description.ts'

export const contactApi: ApiDescription = {
  [apiRoutes.contact]: {
    post: {
      summary: 'Write to us',
      description: 'The same message within ten minutes gives the same reference. `website` stays empty.',
      body: { ...json(contactSchema), 'application/x-www-form-urlencoded': contactSchema },
      answers: {
        202: { description: 'The message is on disk.', content: json(contactReceiptSchema) },
        303: { description: 'The same for a form, to the page that says so.', content: redirectText },
      },
      pageOfErrors: [422],
      errors: ['validation_failed', 'verification_failed', 'verification_unavailable', 'contact_unavailable'],
    },
  },
}
