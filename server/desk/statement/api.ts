import { confirmSchema, statementPartQuerySchema, statementQuerySchema } from '#shared/desk/requests.ts'
import { confirmedSchema, statementListSchema, statementSchema } from '#shared/desk/statement-answers.ts'
import { deskApiPatterns, deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { json, textOf } from '../../web/openapi/description.ts'
import { act, read, upload } from '../endpoints.ts'
import { confirmStatement } from './book/confirm.ts'
import { listStatements, readStatement } from './read-statement.ts'
import { takePlace } from './take-turns.ts'

const who = 'statement'

export const statementApi = [
  read(deskApiRoutes.statement, {
    who,
    summary: 'The newest statements',
    answer: statementListSchema,
    run: ({ ctx }) => listStatements(ctx.database.reader),
  }),
  upload(deskApiRoutes.statement, who, {
    summary: 'Read a bank statement',
    description:
      'CSV, OFX or CAMT.053, told by its content: 5 MiB and 5,000 rows at most, not compressed. Nothing is booked.',
    query: statementQuerySchema,
    body: textOf('text/csv', 'application/x-ofx', 'application/xml'),
    answers: {
      201: { description: 'Its lines, and the orders that they pay.', content: json(statementSchema) },
    },
    errors: [
      'statement_unreadable',
      'columns_unknown',
      'account_unknown',
      'validation_failed',
      'invalid_request',
    ],
  }),
  read(deskApiPatterns.statementRead, {
    who,
    summary: 'A statement with its lines as they stand now',
    input: statementPartQuerySchema,
    answer: statementSchema,
    errors: ['statement_not_found', 'statement_unreadable'],
    run: ({ ctx, params }, part) => takePlace(ctx.database, () => readStatement(ctx, params.id, part)),
  }),
  act('/api/desk/statement/:id/confirm', {
    who,
    summary: 'Book lines of a statement',
    input: confirmSchema,
    says: 'What was booked.',
    answer: confirmedSchema,
    errors: ['statement_not_found'],
    run: ({ ctx, sender, params }, { lines }) =>
      confirmStatement(ctx, params.id, { lines, who: sender.email }),
  }),
]
