import { z } from 'zod'
import { deskLicenceSchema, licenceListSchema } from '#shared/desk/licence-answers.ts'
import {
  deskMoveSchema,
  deskReleaseSchema,
  issueSchema,
  licenceActSchema,
  licenceListQuerySchema,
  revokeSchema,
  seatsSchema,
  updatesUntilSchema,
} from '#shared/desk/requests.ts'
import { deskApiPatterns, deskApiRoutes } from '#shared/desk-routes.ts'
import type { ErrorCode } from '#shared/error-codes.ts'
import { type ApiDescription, json, type Operation } from '../../openapi/description.ts'
import { once, onceOrRevision, read } from '../describe.ts'

const acted = json(z.object({ licence: deskLicenceSchema }))

export const licencesApi: ApiDescription = {
  [deskApiRoutes.licences]: {
    get: read('Licences, the newest first', licenceListSchema, {
      query: licenceListQuerySchema,
      errors: ['invalid_request'],
    }),
    post: once({
      summary: 'Give a licence by hand, and mail its key',
      body: json(issueSchema),
      answers: { 201: { description: 'The licence.', content: acted } },
      errors: ['validation_failed', 'sku_unknown'],
    }),
  },
  [deskApiPatterns.licence]: {
    get: read('A licence with all that belongs to it, but for its key', deskLicenceSchema, {
      errors: ['licence_not_found'],
    }),
  },
  [deskApiPatterns.licenceSuspend]: { post: act('Suspend', licenceActSchema, ['licence_final']) },
  [deskApiPatterns.licenceReinstate]: { post: act('Reinstate', licenceActSchema, ['licence_final']) },
  [deskApiPatterns.licenceRevoke]: {
    post: act('Revoke for good', revokeSchema, ['confirmation_required', 'licence_final']),
  },
  [deskApiPatterns.licenceRelease]: {
    post: act('Release a machine', deskReleaseSchema, ['activation_not_found']),
  },
  [deskApiPatterns.licenceReplaceKey]: {
    post: act('Replace the key and mail the new one', licenceActSchema, [
      'licence_suspended',
      'licence_revoked',
      'key_replaced_today',
    ]),
  },
  [deskApiPatterns.licenceSeats]: { post: act('Set the number of machines', seatsSchema) },
  [deskApiPatterns.licenceUpdatesUntil]: { post: act('Set the last day of updates', updatesUntilSchema) },
  [deskApiPatterns.licenceMove]: {
    post: act('Hand a licence to another address', deskMoveSchema, ['licence_suspended', 'licence_revoked']),
  },
}

function act(summary: string, body: z.ZodType, errors: ErrorCode[] = []): Operation {
  return onceOrRevision({
    summary,
    body: json(body),
    answers: { 200: { description: 'The licence as it is now.', content: acted } },
    errors: ['licence_not_found', 'validation_failed', 'changed_meanwhile', ...errors],
  })
}
