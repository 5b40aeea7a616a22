import { apiRoutes } from '#shared/api-routes.ts'
import { pricingSchema } from '#shared/pricing.ts'
import { type ApiDescription, json } from '../openapi/description.ts'

export const pricingApi: ApiDescription = {
  [apiRoutes.pricing]: {
    get: {
      summary: 'The price list',
      description: 'Amounts in cents, GST included. The `ETag` is the list’s `version`.',
      answers: {
        200: { description: 'What is for sale.', content: json(pricingSchema) },
        304: { description: 'The list has the version that `If-None-Match` names.' },
      },
      errors: ['pricing_unavailable'],
    },
  },
}
