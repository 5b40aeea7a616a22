import { z } from 'zod'
import { newCodeSchema } from '#shared/codes.ts'
import {
  auditEntrySchema,
  booksSchema,
  codeSchema,
  confirmedSchema,
  deskMeSchema,
  searchResultSchema,
  statementListSchema,
  statementSchema,
} from '#shared/desk/answers.ts'
import {
  actSchema,
  booksCsvQuerySchema,
  booksQuerySchema,
  confirmSchema,
  deskBuyerSchema,
  deskLinkSchema,
  deskMoveSchema,
  deskReleaseSchema,
  issueSchema,
  licenceActSchema,
  licenceListQuerySchema,
  mailListQuerySchema,
  messageListQuerySchema,
  noteSchema,
  orderListQuerySchema,
  overviewQuerySchema,
  pageQuerySchema,
  paymentSchema,
  refundSchema,
  revokeSchema,
  searchQuerySchema,
  seatsSchema,
  statementPartQuerySchema,
  statementQuerySchema,
  updatesUntilSchema,
} from '#shared/desk/requests.ts'
import { deskApiPatterns, deskApiRoutes } from '#shared/desk-routes.ts'
import type { ErrorCode } from '#shared/error-codes.ts'
import { type ApiDescription, json, type Operation } from '../openapi/description.ts'

const next = z.string().nullable()
const listed = z.looseObject({ id: z.string() })
const acted = z.looseObject({ order: listed })
const csv = { 'text/csv': z.string() }

export const deskApi: ApiDescription = {
  [deskApiRoutes.link]: {
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
  [deskApiRoutes.signOut]: {
    post: {
      summary: 'End the session at the desk',
      answers: { 204: { description: 'The session has ended.' } },
      errors: ['not_found'],
    },
  },
  [deskApiRoutes.me]: { get: read('Who is signed in, with which role', deskMeSchema) },
  [deskApiRoutes.sessions]: {
    get: read('Open sessions: one’s own, an owner’s everyone’s', z.object({ sessions: z.array(listed) })),
  },
  [deskApiPatterns.session]: { delete: end('End a session') },
  [deskApiRoutes.tokens]: {
    get: read('Tokens in force: one’s own, an owner’s everyone’s', z.object({ tokens: z.array(listed) })),
  },
  [deskApiPatterns.token]: { delete: end('Revoke a token') },
  [deskApiRoutes.audit]: {
    get: read(
      'What people changed, the newest first',
      z.object({ entries: z.array(auditEntrySchema), next }),
      {
        query: pageQuerySchema,
        errors: ['invalid_request'],
      },
    ),
  },
  [deskApiRoutes.overview]: {
    get: read('What waits, and how sales go', z.looseObject({}), {
      description: 'Sums are null for support; `doctor` is the owner’s.',
      query: overviewQuerySchema,
      errors: ['invalid_request'],
    }),
  },
  [deskApiRoutes.codes]: {
    get: read('Discount codes with their uses', z.object({ codes: z.array(codeSchema) })),
    post: desk({
      summary: 'Add a discount code',
      body: json(newCodeSchema),
      answers: { 201: { description: 'The code.', content: json(z.object({ code: codeSchema })) } },
      errors: ['code_taken', 'sku_unknown', 'validation_failed'],
    }),
  },
  [deskApiPatterns.endCode]: {
    post: desk({
      summary: 'End a discount code',
      answers: { 200: { description: 'The code.', content: json(z.object({ code: codeSchema })) } },
      errors: ['code_not_found'],
    }),
  },
  [deskApiRoutes.statement]: {
    get: read('The newest statements', statementListSchema),
    post: desk({
      summary: 'Read a bank statement',
      description: 'CSV, OFX or CAMT.053, told by its content. Nothing is booked.',
      query: statementQuerySchema,
      body: { 'text/csv': z.string(), 'application/x-ofx': z.string(), 'application/xml': z.string() },
      answers: {
        201: { description: 'Its lines, and the orders that they pay.', content: json(statementSchema) },
      },
      errors: ['statement_unreadable', 'columns_unknown', 'invalid_request'],
    }),
  },
  [deskApiPatterns.statementRead]: {
    get: read('A statement with its lines as they stand now', statementSchema, {
      query: statementPartQuerySchema,
      errors: ['statement_not_found', 'invalid_request'],
    }),
  },
  [deskApiPatterns.confirm]: {
    post: desk({
      summary: 'Book lines of a statement',
      body: json(confirmSchema),
      answers: {
        200: { description: 'What was booked.', content: json(confirmedSchema) },
      },
      errors: ['statement_not_found', 'validation_failed'],
    }),
  },
  [deskApiRoutes.books]: {
    get: read('Figures of the Business Activity Statement', booksSchema, {
      description: 'In cents, by documents as issued; this quarter without days.',
      query: booksQuerySchema,
      errors: ['invalid_request'],
    }),
  },
  [deskApiRoutes.booksCsv]: {
    get: desk({
      summary: 'Documents, lines, payments or adjustments as CSV, or for Xero',
      query: booksCsvQuerySchema,
      answers: { 200: { description: 'Streamed.', content: csv } },
      errors: ['invalid_request'],
    }),
  },
  [deskApiRoutes.search]: {
    get: read('Search by the beginnings of words', z.object({ results: z.array(searchResultSchema) }), {
      description: 'Number, e-mail, name, company, purchase order, end of a key, machine, reference.',
      query: searchQuerySchema,
      errors: ['invalid_request'],
    }),
  },
  [deskApiRoutes.orders]: {
    get: read('Orders, the newest first', z.object({ orders: z.array(listed), next }), {
      description: '`after` is `next` of the page before.',
      query: orderListQuerySchema,
      errors: ['invalid_request'],
    }),
  },
  [deskApiPatterns.order]: {
    get: read('An order with all that belongs to it', listed, {
      description: 'By its id or its number.',
      errors: ['order_not_found'],
    }),
  },
  [deskApiRoutes.ordersCsv]: {
    get: desk({
      summary: 'The same as CSV, all of it',
      query: orderListQuerySchema,
      answers: { 200: { description: 'A line for each order.', content: csv } },
      errors: ['invalid_request'],
    }),
  },
  [deskApiPatterns.payments]: {
    post: {
      ...orderAct('Enter money that came in by bank transfer', paymentSchema, ['order_not_payable']),
      answers: { 201: { description: 'The payment and the order.', content: json(acted) } },
    },
  },
  [deskApiPatterns.refunds]: {
    post: orderAct('Refund a sum, licences, or the rest', refundSchema, [
      'confirmation_required',
      'order_not_refundable',
      'refund_too_large',
      'stripe_not_configured',
    ]),
  },
  [deskApiPatterns.cancel]: {
    post: orderAct('Cancel an order that nobody will pay', actSchema, ['order_not_cancellable']),
  },
  [deskApiPatterns.accept]: {
    post: orderAct('Take what an order in review was paid for the whole', actSchema, ['order_not_payable']),
  },
  [deskApiPatterns.resend]: {
    post: orderAct('Send the order’s mail once more', actSchema, ['nothing_to_send']),
  },
  [deskApiPatterns.buyer]: { post: orderAct('Correct the buyer', deskBuyerSchema) },
  [deskApiPatterns.note]: { post: orderAct('Keep a note, which the customer never sees', noteSchema) },
  [deskApiPatterns.document]: {
    get: desk({
      summary: 'A document of an order as it was issued',
      answers: { 200: { description: 'The document.', content: { 'application/pdf': z.string() } } },
      errors: ['order_not_found', 'document_not_found'],
    }),
  },
  [deskApiRoutes.licences]: {
    get: read('Licences, the newest first', z.object({ licences: z.array(listed), next }), {
      query: licenceListQuerySchema,
      errors: ['invalid_request'],
    }),
    post: desk({
      summary: 'Give a licence by hand, and mail its key',
      body: json(issueSchema),
      answers: { 201: { description: 'The licence.', content: json(z.object({ licence: listed })) } },
      errors: ['validation_failed', 'sku_unknown'],
    }),
  },
  [deskApiPatterns.licenceSuspend]: { post: licenceAct('Suspend', licenceActSchema, ['licence_final']) },
  [deskApiPatterns.licenceReinstate]: { post: licenceAct('Reinstate', licenceActSchema, ['licence_final']) },
  [deskApiPatterns.licenceRevoke]: {
    post: licenceAct('Revoke for good', revokeSchema, ['confirmation_required', 'licence_final']),
  },
  [deskApiPatterns.licenceRelease]: {
    post: licenceAct('Release a machine', deskReleaseSchema, ['activation_not_found']),
  },
  [deskApiPatterns.licenceReplaceKey]: {
    post: licenceAct('Replace the key and mail the new one', licenceActSchema, [
      'licence_suspended',
      'licence_revoked',
      'key_replaced_today',
    ]),
  },
  [deskApiPatterns.licenceSeats]: { post: licenceAct('Set the number of machines', seatsSchema) },
  [deskApiPatterns.licenceUpdatesUntil]: {
    post: licenceAct('Set the last day of updates', updatesUntilSchema),
  },
  [deskApiPatterns.licenceMove]: {
    post: licenceAct('Hand a licence to another address', deskMoveSchema, [
      'licence_suspended',
      'licence_revoked',
    ]),
  },
  [deskApiRoutes.messages]: {
    get: read('Messages, the newest first', z.object({ messages: z.array(listed), next }), {
      query: messageListQuerySchema,
      errors: ['invalid_request'],
    }),
  },
  [deskApiPatterns.message]: {
    get: read('A message, and what belongs to its sender', listed, { errors: ['message_not_found'] }),
  },
  [deskApiPatterns.answered]: { post: messageAct('Say that a message is answered') },
  [deskApiPatterns.notSpam]: { post: messageAct('Let a message out of quarantine, and send its mails') },
  [deskApiRoutes.mails]: {
    get: read('Mails, the newest first', z.object({ mails: z.array(listed), next }), {
      query: mailListQuerySchema,
      errors: ['invalid_request'],
    }),
  },
  [deskApiPatterns.mail]: {
    get: read('A mail and what it says, without keys and tokens', listed, { errors: ['mail_not_found'] }),
  },
  [deskApiPatterns.retryMail]: {
    post: desk({
      summary: 'Send a mail that waits or was given up now',
      answers: { 200: { description: 'The mail.', content: json(z.object({ mail: listed })) } },
      errors: ['mail_not_found'],
    }),
  },
  [deskApiPatterns.licence]: {
    get: read('A licence with all that belongs to it, but for its key', listed, {
      errors: ['licence_not_found'],
    }),
  },
}

function messageAct(summary: string): Operation {
  return desk({
    summary,
    answers: { 200: { description: 'The message.', content: json(z.object({ message: listed })) } },
    errors: ['message_not_found'],
  })
}

function licenceAct(summary: string, body: z.ZodType, errors: ErrorCode[] = []): Operation {
  return desk({
    summary,
    body: json(body),
    answers: {
      200: { description: 'The licence as it is now.', content: json(z.object({ licence: listed })) },
    },
    errors: ['licence_not_found', 'validation_failed', ...errors],
  })
}

function orderAct(summary: string, body: z.ZodType, errors: ErrorCode[] = []): Operation {
  return desk({
    summary,
    description: 'A `revision` that is no longer current changes nothing.',
    body: json(body),
    answers: { 200: { description: 'The order as it is now.', content: json(acted) } },
    errors: [
      'order_not_found',
      'changed_meanwhile',
      'validation_failed',
      'payment_provider_unavailable',
      ...errors,
    ],
  })
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
