import { overviewSchema } from '#shared/desk/overview-answers.ts'
import { overviewQuerySchema } from '#shared/desk/requests.ts'
import { deskApiRoutes } from '#shared/desk-routes.ts'
import type { ApiDescription } from '../../openapi/description.ts'
import { read } from '../describe.ts'

export const overviewApi: ApiDescription = {
  [deskApiRoutes.overview]: {
    get: read('What waits, and how sales go', overviewSchema, {
      description: 'Sums are null for support; `doctor` is the owner’s.',
      query: overviewQuerySchema,
      errors: ['invalid_request'],
    }),
  },
}
