import { apiRoutes } from '#shared/api-routes.ts'
import { type ApiDescription, json } from '../openapi/description.ts'
import { clearSchema } from './router.ts'

export const helpApi: ApiDescription = {
  [apiRoutes.helpClear]: {
    post: {
      summary: 'Say that an article of the help was clear',
      description: 'It is counted by article, for the operator. Nothing is kept of who says it.',
      body: json(clearSchema),
      answers: { 204: { description: 'It is counted.' } },
      errors: ['validation_failed', 'not_found'],
    },
  },
}
