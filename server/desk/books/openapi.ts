import { booksSchema } from '#shared/desk/books-answers.ts'
import { booksCsvQuerySchema, booksQuerySchema } from '#shared/desk/requests.ts'
import { deskApiRoutes } from '#shared/desk-routes.ts'
import type { ApiDescription } from '../../openapi/description.ts'
import { csv, read } from '../describe.ts'

export const booksApi: ApiDescription = {
  [deskApiRoutes.books]: {
    get: read('Figures of the Business Activity Statement', booksSchema, {
      description: 'In cents, by documents as issued; this quarter without days, ten years at most.',
      query: booksQuerySchema,
      errors: ['invalid_request'],
    }),
  },
  [deskApiRoutes.booksCsv]: {
    get: csv('Documents, lines, payments or adjustments as CSV, or for Xero', {
      query: booksCsvQuerySchema,
      errors: ['invalid_request'],
    }),
  },
}
