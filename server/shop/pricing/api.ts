import { pricingSchema } from '#shared/pricing/pricing.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import type { AppContext } from '../../context.ts'
import { type Endpoint, endpoint } from '../../web/endpoint.ts'
import { AppError } from '../../web/http/errors.ts'

export const pricingApi: Endpoint<AppContext>[] = [
  endpoint({
    method: 'get',
    path: apiRoutes.pricing,
    cache: 'public, max-age=60, stale-while-revalidate=600',
    summary: 'The price list',
    description: 'Amounts in cents, GST included. The `ETag` is the list’s `version`.',
    errors: ['pricing_unavailable'],
    says: 'What is for sale.',
    answer: pricingSchema,
    described: {
      answers: { 304: { description: 'The list has the version that `If-None-Match` names.' } },
    },
    async run({ ctx: { library } }, _input, res) {
      if (library.errors.some(({ file }) => file.endsWith('pricing.yml'))) {
        throw new AppError(503, 'pricing_unavailable', 'Prices can’t be read at the moment.')
      }
      const { pricing } = library.typed
      // A weak ETag, because compressed answers share it.
      res?.set('ETag', `W/"${pricing.version}"`)
      return pricing
    },
  }),
]
