import { timeListQuerySchema } from '#shared/desk/requests/fields.ts'
import {
  confirmSchema,
  renameAccountSchema,
  statementPartQuerySchema,
  statementQuerySchema,
} from '#shared/desk/requests/statement.ts'
import { confirmedSchema, statementListSchema, statementSchema } from '#shared/desk/statement-answers.ts'
import { deskApiPatterns, deskApiRoutes } from '#shared/routes/desk-routes.ts'
import { momentOf } from '../../runtime/moment.ts'
import { json, textOf } from '../../web/openapi/description.ts'
import { act, list, read, upload } from '../endpoints.ts'
import { pageOf } from '../query.ts'
import { removeAccount, renameAccount } from './accounts.ts'
import { confirmStatement } from './book/confirm.ts'
import { listStatements, readStatements, statementColumns, withAccounts } from './list-statements.ts'
import { readStatement } from './read-statement.ts'
import { takePlace } from './take-turns.ts'

const who = 'statement'

export const statementApi = [
  ...list(deskApiRoutes.statement, deskApiRoutes.statementCsv, {
    who,
    summary: 'Bank accounts and their statements, by default the newest first',
    input: timeListQuerySchema,
    answer: statementListSchema,
    columns: statementColumns,
    pages({ ctx: { database } }) {
      return (page) => readStatements(database.reader, page)
    },
    show: (page, { database }) => withAccounts(database.reader, page),
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
      'statement_unmatched',
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

const newest = pageOf(timeListQuerySchema.parse({}))

const accounts = {
  who,
  says: 'The newest statements, and the accounts that are left.',
  answer: statementListSchema,
} as const

export const accountsApi = [
  act('/api/desk/accounts/:id/rename', {
    ...accounts,
    summary: 'Rename a bank account',
    command: 'Gives a bank account another name. Its numbers and lines stay its own.',
    input: renameAccountSchema,
    errors: ['account_unknown'],
    async run({ ctx, sender: { email: who }, params }, { name }) {
      const { db, reader } = ctx.database
      await renameAccount(db, params.id, name, { who, ...momentOf(ctx) })
      return listStatements(reader, newest)
    },
  }),
  act('/api/desk/accounts/:id/remove', {
    ...accounts,
    summary: 'Remove a bank account without statements',
    errors: ['account_unknown', 'validation_failed'],
    async run({ ctx, sender: { email: who }, params }) {
      const { db, reader } = ctx.database
      await removeAccount(db, params.id, { who, ...momentOf(ctx) })
      return listStatements(reader, newest)
    },
  }),
]
