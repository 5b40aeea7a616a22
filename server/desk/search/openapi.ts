import { searchAnswerSchema } from '#shared/desk/answers.ts'
import { searchQuerySchema } from '#shared/desk/requests.ts'
import { deskApiRoutes } from '#shared/desk-routes.ts'
import type { ApiDescription } from '../../openapi/description.ts'
import { read } from '../describe.ts'

export const searchApi: ApiDescription = {
  [deskApiRoutes.search]: {
    get: read('Search by the beginnings of words', searchAnswerSchema, {
      description: 'Number, e-mail, name, company, purchase order, end of a key, machine, reference.',
      query: searchQuerySchema,
      errors: ['invalid_request'],
    }),
  },
}
