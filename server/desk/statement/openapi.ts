import { z } from 'zod'
import { confirmSchema, statementPartQuerySchema, statementQuerySchema } from '#shared/desk/requests.ts'
import { confirmedSchema, statementListSchema, statementSchema } from '#shared/desk/statement-answers.ts'
import { deskApiPatterns, deskApiRoutes } from '#shared/desk-routes.ts'
import { type ApiDescription, json } from '../../openapi/description.ts'
import { desk, read } from '../describe.ts'

export const statementApi: ApiDescription = {
  [deskApiRoutes.statement]: {
    get: read('The newest statements', statementListSchema),
    post: desk({
      summary: 'Read a bank statement',
      description:
        'CSV, OFX or CAMT.053, told by its content: 5 MiB and 5,000 rows at most, not compressed. Nothing is booked.',
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
      errors: ['statement_not_found', 'statement_unreadable', 'invalid_request'],
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
}
