import { z } from 'zod'
import { operationRoutes } from '#shared/routes.ts'
import type { ApiDescription } from '../openapi/description.ts'

export const metricsApi: ApiDescription = {
  [operationRoutes.metrics]: {
    get: {
      summary: 'Measurements for Prometheus',
      description: 'The address exists where METRICS_TOKEN is set.',
      access: 'metrics',
      answers: {
        200: { description: 'The measurements.', content: { 'text/plain': z.string() } },
        401: { description: 'The token is missing or wrong.' },
        404: { description: 'No METRICS_TOKEN is set.', content: { 'text/html': z.string() } },
        503: { description: 'They can’t be gathered right now.' },
      },
    },
  },
}
