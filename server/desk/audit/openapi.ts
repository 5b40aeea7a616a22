import { auditListSchema } from '#shared/desk/answers.ts'
import { pageQuerySchema } from '#shared/desk/requests.ts'
import { deskApiRoutes } from '#shared/desk-routes.ts'
import type { ApiDescription } from '../../openapi/description.ts'
import { read } from '../describe.ts'

export const auditApi: ApiDescription = {
  [deskApiRoutes.audit]: {
    get: read('What people changed, the newest first', auditListSchema, {
      query: pageQuerySchema,
      errors: ['invalid_request'],
    }),
  },
}
