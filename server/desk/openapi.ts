import { z } from 'zod'
import { apiPatterns, apiRoutes } from '#shared/api-routes.ts'
import { auditEntrySchema, deskMeSchema, searchResultSchema } from '#shared/desk/answers.ts'
import {
  deskLinkSchema,
  licenceListQuerySchema,
  orderListQuerySchema,
  pageQuerySchema,
  searchQuerySchema,
} from '#shared/desk/requests.ts'
import type { ErrorCode } from '#shared/error-codes.ts'
import { type ApiDescription, json, type Operation } from '../openapi/description.ts'

const next = z.string().nullable()
const listed = z.looseObject({ id: z.string() })

export const deskApi: ApiDescription = {
  [apiRoutes.deskLink]: {
    post: {
      summary: 'Have a link to the desk mailed',
      description: 'The answer is the same for every address; staff alone get a mail.',
      body: json(deskLinkSchema),
      answers: {
        202: { description: 'If the address is staff’s, a link is mailed.', content: json(z.object({})) },
      },
      errors: ['not_found', 'validation_failed'],
    },
  },
  [apiRoutes.deskSignOut]: {
    post: {
      summary: 'End the session at the desk',
      answers: { 204: { description: 'The session has ended.' } },
      errors: ['not_found'],
    },
  },
  [apiRoutes.deskMe]: { get: read('Who is signed in, with which role', deskMeSchema) },
  [apiRoutes.deskSessions]: {
    get: read('Open sessions: one’s own, an owner’s everyone’s', z.object({ sessions: z.array(listed) })),
  },
  [apiPatterns.deskSession]: { delete: end('End a session') },
  [apiRoutes.deskTokens]: {
    get: read('Tokens in force: one’s own, an owner’s everyone’s', z.object({ tokens: z.array(listed) })),
  },
  [apiPatterns.deskToken]: { delete: end('Revoke a token') },
  [apiRoutes.deskAudit]: {
    get: read(
      'What people changed, the newest first',
      z.object({ entries: z.array(auditEntrySchema), next }),
      {
        query: pageQuerySchema,
        errors: ['invalid_request'],
      },
    ),
  },
  [apiRoutes.deskSearch]: {
    get: read('Search by the beginnings of words', z.object({ results: z.array(searchResultSchema) }), {
      description: 'Number, e-mail, name, company, purchase order, end of a key, machine, reference.',
      query: searchQuerySchema,
      errors: ['invalid_request'],
    }),
  },
  [apiRoutes.deskOrders]: {
    get: read('Orders, the newest first', z.object({ orders: z.array(listed), next }), {
      description: '`after` is `next` of the page before.',
      query: orderListQuerySchema,
      errors: ['invalid_request'],
    }),
  },
  [apiPatterns.deskOrder]: {
    get: read('An order with all that belongs to it', listed, {
      description: 'By its id or its number.',
      errors: ['order_not_found'],
    }),
  },
  [apiPatterns.deskDocument]: {
    get: desk({
      summary: 'A document of an order as it was issued',
      answers: { 200: { description: 'The document.', content: { 'application/pdf': z.string() } } },
      errors: ['order_not_found', 'document_not_found'],
    }),
  },
  [apiRoutes.deskLicences]: {
    get: read('Licences, the newest first', z.object({ licences: z.array(listed), next }), {
      query: licenceListQuerySchema,
      errors: ['invalid_request'],
    }),
  },
  [apiPatterns.deskLicence]: {
    get: read('A licence with all that belongs to it, but for its key', listed, {
      errors: ['licence_not_found'],
    }),
  },
}

function read(summary: string, answer: z.ZodType, more: Partial<Operation> = {}): Operation {
  return desk({
    summary,
    answers: { 200: { description: 'What there is.', content: json(answer) } },
    ...more,
  })
}

function end(summary: string): Operation {
  return desk({
    summary,
    answers: { 204: { description: 'It opens nothing any more.' } },
    errors: ['session_not_found'],
  })
}

function desk(operation: Operation): Operation {
  const errors: ErrorCode[] = ['sign_in_required', 'role_forbidden', 'not_found', 'rate_limited']
  return { access: 'desk', ...operation, errors: [...errors, ...(operation.errors ?? [])] }
}
