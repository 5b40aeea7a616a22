import { z } from 'zod'
import { mailListSchema, mailSchema, wholeMailSchema } from '#shared/desk/mail-answers.ts'
import { mailListQuerySchema } from '#shared/desk/requests.ts'
import { deskApiPatterns, deskApiRoutes } from '#shared/desk-routes.ts'
import { type ApiDescription, json } from '../../openapi/description.ts'
import { desk, read } from '../describe.ts'

export const mailsApi: ApiDescription = {
  [deskApiRoutes.mails]: {
    get: read('Mails, the newest first', mailListSchema, {
      query: mailListQuerySchema,
      errors: ['invalid_request'],
    }),
  },
  [deskApiPatterns.mail]: {
    get: read('A mail and what it says, without keys and tokens', wholeMailSchema, {
      errors: ['mail_not_found'],
    }),
  },
  [deskApiPatterns.retryMail]: {
    post: desk({
      summary: 'Send a mail that waits or was given up now',
      answers: { 200: { description: 'The mail.', content: json(z.object({ mail: mailSchema })) } },
      errors: ['mail_not_found'],
    }),
  },
}
