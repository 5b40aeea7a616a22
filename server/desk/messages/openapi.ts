import { z } from 'zod'
import { messageListSchema, wholeMessageSchema } from '#shared/desk/message-answers.ts'
import { messageListQuerySchema } from '#shared/desk/requests.ts'
import { deskApiPatterns, deskApiRoutes } from '#shared/desk-routes.ts'
import { type ApiDescription, json, type Operation } from '../../openapi/description.ts'
import { desk, read } from '../describe.ts'

export const messagesApi: ApiDescription = {
  [deskApiRoutes.messages]: {
    get: read('Messages, the newest first', messageListSchema, {
      query: messageListQuerySchema,
      errors: ['invalid_request'],
    }),
  },
  [deskApiPatterns.message]: {
    get: read('A message, and what belongs to its sender', wholeMessageSchema, {
      errors: ['message_not_found'],
    }),
  },
  [deskApiPatterns.answered]: { post: act('Say that a message is answered') },
  [deskApiPatterns.notSpam]: { post: act('Let a message out of quarantine, and send its mails') },
}

function act(summary: string): Operation {
  return desk({
    summary,
    answers: {
      200: { description: 'The message.', content: json(z.object({ message: wholeMessageSchema })) },
    },
    errors: ['message_not_found'],
  })
}
