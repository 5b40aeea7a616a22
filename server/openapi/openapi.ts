import { z } from 'zod'
import { apiRoutes } from '#shared/api-routes.ts'
import { type ApiDescription, json } from './description.ts'

export const openapiApi: ApiDescription = {
  [apiRoutes.description]: {
    get: {
      summary: 'This document',
      answers: { 200: { description: 'An OpenAPI 3.1 document.', content: json(z.looseObject({})) } },
    },
  },
}
