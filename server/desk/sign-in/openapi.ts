import { z } from 'zod'
import { deskMeSchema, openSessionSchema, tokenSchema } from '#shared/desk/answers.ts'
import { deskLinkSchema, endAccessQuerySchema } from '#shared/desk/requests.ts'
import { deskApiPatterns, deskApiRoutes } from '#shared/desk-routes.ts'
import { type ApiDescription, json, type Operation } from '../../openapi/description.ts'
import { once, read } from '../describe.ts'

export const signInApi: ApiDescription = {
  [deskApiRoutes.link]: {
    post: {
      summary: 'Have a link to the desk mailed',
      description:
        'The answer is the same for every address; staff alone get a mail. From the third on within 15 minutes, of a client or for an address, it wants the human check.',
      body: json(deskLinkSchema),
      answers: {
        202: { description: 'If the address is staff’s, a link is mailed.', content: json(z.object({})) },
      },
      errors: ['not_found', 'validation_failed', 'verification_failed', 'verification_unavailable'],
    },
  },
  [deskApiRoutes.signOut]: {
    post: {
      summary: 'End the session at the desk',
      answers: { 204: { description: 'The session has ended.' } },
      errors: ['not_found'],
    },
  },
  [deskApiRoutes.me]: { get: read('Who is signed in, with which role', deskMeSchema) },
  [deskApiRoutes.sessions]: {
    get: read(
      'Open sessions: one’s own, an owner’s everyone’s',
      z.object({ sessions: z.array(openSessionSchema) }),
    ),
  },
  [deskApiPatterns.session]: { delete: end('End a session') },
  [deskApiRoutes.tokens]: {
    get: read(
      'Tokens in force: one’s own, an owner’s everyone’s',
      z.object({ tokens: z.array(tokenSchema) }),
    ),
  },
  [deskApiPatterns.token]: { delete: end('Revoke a token') },
}

function end(summary: string): Operation {
  return once({
    summary: `${summary}; somebody else’s asks for \`confirm\`, their e-mail`,
    query: endAccessQuerySchema,
    answers: { 204: { description: 'It opens nothing any more.' } },
    errors: ['session_not_found', 'confirmation_required', 'invalid_request'],
  })
}
