import { z } from 'zod'
import { apiRoutes } from '#shared/api-routes.ts'
import { typedCodeSchema } from '#shared/codes.ts'
import {
  activationAnswerSchema,
  deactivationAnswerSchema,
  lookUpAnswerSchema,
  trialAnswerSchema,
  validationAnswerSchema,
} from '#shared/licensing/answers.ts'
import { changeOfferSchema } from '#shared/licensing/change-offer.ts'
import { changeRequestSchema, licenceAccessSchema } from '#shared/licensing/changes.ts'
import {
  activationRequestSchema,
  deactivationRequestSchema,
  licenceKeySchema,
  lookUpRequestSchema,
  trialRequestSchema,
  validationRequestSchema,
} from '#shared/licensing/requests.ts'
import { type ApiDescription, json, type Operation } from '../openapi/description.ts'

const ofKeys = [
  'licence_key_malformed',
  'licence_not_found',
  'validation_failed',
] satisfies Operation['errors']
const ofActivation = [
  ...ofKeys,
  'licence_key_replaced',
  'licence_suspended',
  'licence_revoked',
  'version_not_covered',
  'too_many_moves',
  'seat_limit_reached',
] satisfies Operation['errors']
const ofTrials = ['trial_ended', 'trial_not_offered'] satisfies Operation['errors']

const quotedChange = { change: changeRequestSchema.optional(), code: typedCodeSchema }

export const licensingApi: ApiDescription = {
  [apiRoutes.activation]: {
    post: {
      summary: 'Take a seat for a machine',
      body: json(activationRequestSchema),
      answers: {
        200: { description: 'The machine had a seat.', content: json(activationAnswerSchema) },
        201: { description: 'A seat was taken.', content: json(activationAnswerSchema) },
      },
      errors: ofActivation,
    },
  },
  [apiRoutes.offlineActivation]: {
    post: {
      summary: 'Take a seat by a request file',
      body: {
        'text/plain': z.string(),
        'application/octet-stream': z.string(),
        'multipart/form-data': z.object({ request: z.string() }),
        'application/x-www-form-urlencoded': z.object({ request: z.string() }),
        ...json(z.union([z.object({ request: z.string() }), activationRequestSchema, trialRequestSchema])),
      },
      answers: {
        200: {
          description: 'The file, or with `Accept: application/json` what activation or the trial answers.',
          content: {
            'text/plain': z.string(),
            ...json(z.union([activationAnswerSchema, trialAnswerSchema])),
          },
        },
      },
      pageOfErrors: [422],
      errors: [...ofActivation, ...ofTrials, 'request_file_malformed'],
    },
  },
  [apiRoutes.trial]: {
    post: {
      summary: 'Start a machine’s one trial',
      body: json(trialRequestSchema),
      answers: {
        200: { description: 'The trial had begun before.', content: json(trialAnswerSchema) },
        201: { description: 'The trial begins.', content: json(trialAnswerSchema) },
      },
      errors: ['validation_failed', ...ofTrials],
    },
  },
  [apiRoutes.deactivation]: {
    post: {
      summary: 'Release a seat',
      body: json(deactivationRequestSchema),
      answers: {
        200: { description: 'The machine holds no seat.', content: json(deactivationAnswerSchema) },
      },
      errors: ofKeys,
    },
  },
  [apiRoutes.validation]: {
    post: {
      summary: 'Ask for a signed verdict on a licence',
      body: json(validationRequestSchema),
      answers: { 200: { description: 'The verdict.', content: json(validationAnswerSchema) } },
      errors: ['licence_key_malformed', 'validation_failed'],
    },
  },
  [apiRoutes.licenceLookUp]: {
    post: {
      summary: 'A licence and its machines',
      body: json(lookUpRequestSchema),
      answers: { 200: { description: 'The licence.', content: json(lookUpAnswerSchema) } },
      errors: ofKeys,
    },
  },
  [apiRoutes.licenceQuote]: {
    post: {
      summary: 'What a licence can become, and what a change costs',
      body: json(
        z.union([
          z.object({ licenceKey: licenceKeySchema, ...quotedChange }),
          z.object({ licence: licenceAccessSchema, ...quotedChange }),
        ]),
      ),
      answers: {
        200: { description: 'The options, and the price of the change.', content: json(changeOfferSchema) },
      },
      errors: [
        ...ofKeys,
        'licence_key_replaced',
        'licence_suspended',
        'licence_revoked',
        'change_not_offered',
        'code_invalid',
      ],
    },
  },
  [apiRoutes.licenceKeys]: {
    get: {
      summary: 'The public keys that verify licence files',
      answers: {
        200: {
          description: 'A JSON Web Key Set (RFC 7517, 8037), newest first.',
          content: json(
            z.object({
              keys: z.array(
                z.object({
                  kid: z.string(),
                  kty: z.literal('OKP'),
                  crv: z.literal('Ed25519'),
                  x: z.string(),
                  alg: z.literal('EdDSA'),
                  use: z.literal('sig'),
                  publicKey: z.string().meta({ description: 'The same key in PEM.' }),
                  createdAt: z.iso.datetime(),
                }),
              ),
            }),
          ),
        },
      },
    },
  },
}
