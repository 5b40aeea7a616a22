import { z } from 'zod'
import { operationRoutes } from '#shared/routes.ts'
import { type ApiDescription, json } from '../openapi/description.ts'

const state = <State extends string>(status: State) => json(z.object({ status: z.literal(status) }))

const readiness = <State extends string>(status: State) =>
  json(z.object({ status: z.literal(status), checks: z.record(z.string(), z.boolean()).optional() }))

export const healthApi: ApiDescription = {
  [operationRoutes.health]: {
    get: {
      summary: 'Whether the process lives',
      answers: { 200: { description: 'It does.', content: state('ok') } },
    },
  },
  [operationRoutes.readiness]: {
    get: {
      summary: 'Whether visitors should be sent here',
      description: 'With ?verbose also what was checked.',
      answers: {
        200: { description: 'They should.', content: readiness('ready') },
        503: { description: 'They shouldn’t.', content: readiness('not ready') },
      },
    },
  },
}
