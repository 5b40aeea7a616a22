import { z } from 'zod'
import type { ErrorCode } from '#shared/http/error-codes.ts'
import {
  activationAnswerSchema,
  deactivationAnswerSchema,
  fileDeactivationAnswerSchema,
  lookUpAnswerSchema,
  offlineAnswersSchema,
  publicKeysSchema,
  trialAnswerSchema,
  validationAnswerSchema,
} from '#shared/licensing/answers.ts'
import { changeOfferSchema } from '#shared/licensing/change-offer.ts'
import { changeRequestSchema, licenceAccessSchema, quoteRequestSchema } from '#shared/licensing/changes.ts'
import {
  activationRequestSchema,
  deactivationRequestSchema,
  fileDeactivationRequestSchema,
  licenceKeySchema,
  lookUpRequestSchema,
  trialRequestSchema,
  validationRequestSchema,
} from '#shared/licensing/requests.ts'
import { typedCodeSchema } from '#shared/pricing/codes.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import type { AppContext } from '../../context.ts'
import { download, type Endpoint, endpoint, type Gate } from '../../web/endpoint.ts'
import { parseForm, parseJsonBody, parseText } from '../../web/http/parse-body.ts'
import { anyText, json, textOf } from '../../web/openapi/description.ts'
import { offerChange } from '../changes/offer-change.ts'
import { activate } from './activate.ts'
import { countUnknownKey, isGuess, limitActivation, limitPrograms } from './activation-rate.ts'
import { deactivate, lookUp } from './deactivate.ts'
import { answerOffline, sendLicenceFile } from './offline.ts'
import { publicKeys } from './public-keys.ts'
import { orRefuse, type Refused } from './refusals.ts'
import { startTrial } from './trial.ts'
import { validate } from './validate.ts'

const ofKeys = ['licence_key_malformed', 'licence_not_found', 'validation_failed'] as const
const ofLicences = ['licence_key_replaced', 'licence_suspended', 'licence_revoked'] as const
const ofActivation = [
  ...[...ofKeys, ...ofLicences],
  ...(['version_not_covered', 'too_many_moves', 'seat_limit_reached', 'signing_key_unknown'] as const),
  ...(['enrolment_ended', 'enrolment_full'] as const),
] as const
const ofTrials = ['trial_ended', 'trial_not_offered', 'signing_key_unknown'] as const

const ofFiles = ['request_file_malformed', 'licence_file_invalid', 'licence_file_outdated'] as const

const tryingKeys: Gate<AppContext, unknown> = { guards: limitActivation }

/** Requests with a key, which decides how they are counted. */
const program: Gate<AppContext, unknown> = { guards: (ctx) => [parseJsonBody(), limitPrograms(ctx)] }

/** Requests without a key, counted before their body is read. */
const keyless: Gate<AppContext, unknown> = {
  guards: (ctx) => [...limitActivation(ctx), parseJsonBody()],
}

const carried = z.object({ request: anyText })

const requestTypes = ['text/plain', 'application/octet-stream', 'multipart/form-data']

const ofFile: Gate<AppContext, unknown> = {
  guards: (ctx) => [...limitActivation(ctx), parseText(...requestTypes), parseForm, parseJsonBody()],
}

/** Endpoints for the application. They precede the API's own parser. */
export const activationApi: Endpoint<AppContext>[] = [
  act(apiRoutes.activation, {
    summary: 'Take a seat for a machine',
    input: activationRequestSchema,
    errors: ofActivation,
    says: { 200: 'The machine had a seat.', 201: 'A seat was taken.' },
    answer: activationAnswerSchema,
    run: activate,
  }),
  download({
    method: 'post',
    path: apiRoutes.offlineActivation,
    gate: ofFile,
    summary: 'Take a seat by a request file, or give one back',
    described: {
      body: {
        ...textOf('text/plain', 'application/octet-stream'),
        'multipart/form-data': carried,
        'application/x-www-form-urlencoded': carried,
        ...json(
          z.union([carried, activationRequestSchema, trialRequestSchema, fileDeactivationRequestSchema]),
        ),
      },
      pageOfErrors: [422],
    },
    errors: [...ofActivation, ...ofTrials, ...ofFiles],
    says: 'The file, or with `Accept: application/json` what activation, the trial or the deactivation answers. Of several requests, all files in one.',
    content: {
      ...textOf('text/plain'),
      ...json(
        z.union([
          activationAnswerSchema,
          trialAnswerSchema,
          fileDeactivationAnswerSchema,
          offlineAnswersSchema,
        ]),
      ),
    },
    async send({ ctx, asked }, _input, res) {
      const answer = await answerOffline(ctx, asked, res)
      res.set('Cache-Control', 'no-store')
      if (res.req.accepts(['text', 'json']) === 'json') res.json(answer)
      else sendLicenceFile(res, ctx, answer)
    },
  }),
  act(apiRoutes.trial, {
    limit: 'trials',
    gate: keyless,
    summary: 'Start a machine’s one trial',
    input: trialRequestSchema,
    errors: ['validation_failed', ...ofTrials],
    says: { 200: 'The trial had begun before.', 201: 'The trial begins.' },
    answer: trialAnswerSchema,
    run: startTrial,
  }),
  act(apiRoutes.deactivation, {
    summary: 'Release a seat',
    input: deactivationRequestSchema,
    errors: [...ofKeys, 'licence_key_replaced'],
    says: { 200: 'The machine holds no seat.' },
    answer: deactivationAnswerSchema,
    run: deactivate,
  }),
  endpoint({
    method: 'post',
    path: apiRoutes.validation,
    gate: program,
    cache: 'no-store',
    summary: 'Ask for a signed verdict on a licence',
    input: validationRequestSchema,
    errors: ['licence_key_malformed', 'validation_failed', 'signing_key_unknown'],
    says: 'The verdict.',
    answer: validationAnswerSchema,
    async run({ ctx, asked }, input, res) {
      const verdict = await countUnknownKey(ctx, asked, res, async () => orRefuse(await validate(ctx, input)))
      if (isGuess(verdict.code)) await ctx.rateLimits.unknownKeys.take(asked, res)
      return verdict
    },
  }),
  act(apiRoutes.licenceLookUp, {
    summary: 'A licence and its machines',
    input: lookUpRequestSchema,
    errors: [...ofKeys, 'licence_key_replaced'],
    says: { 200: 'The licence.' },
    answer: lookUpAnswerSchema,
    run: lookUp,
  }),
]

const quotedChange = { change: changeRequestSchema.optional(), code: typedCodeSchema }

export const licencesApi: Endpoint<AppContext>[] = [
  endpoint({
    method: 'post',
    path: apiRoutes.licenceQuote,
    gate: tryingKeys,
    cache: 'no-store',
    summary: 'What a licence can become, and what a change costs',
    input: quoteRequestSchema,
    described: {
      body: json(
        z.union([
          z.object({ licenceKey: licenceKeySchema, ...quotedChange }),
          z.object({ licence: licenceAccessSchema, ...quotedChange }),
        ]),
      ),
    },
    errors: [...ofKeys, ...ofLicences, 'change_not_offered', 'code_invalid'],
    says: 'The options, and the price of the change.',
    answer: changeOfferSchema,
    run({ ctx, asked }, { licenceKey, licence = { key: licenceKey }, change, code }, res) {
      const keyPointer = licenceKey === undefined ? '/licence/key' : '/licenceKey'
      return countUnknownKey(ctx, asked, res, () => offerChange(ctx, { licence, change, code }, keyPointer))
    },
  }),
  endpoint({
    method: 'get',
    path: apiRoutes.licenceKeys,
    cache: 'public, max-age=3600',
    summary: 'The public keys that verify licence files',
    says: 'A JSON Web Key Set (RFC 7517, 8037), newest first.',
    answer: publicKeysSchema,
    run: async ({ ctx }) => ({ keys: await publicKeys(ctx.database.db) }),
  }),
]

/**
 * An act that may be refused, and counts unknown keys.
 * @param path answers POST with 201 for what it created
 */
function act<Path extends string, Input extends z.ZodType, Output extends object>(
  path: Path,
  {
    says: { 200: done, 201: created },
    run,
    ...definition
  }: {
    summary: string
    limit?: 'trials'
    gate?: Gate<AppContext, unknown>
    input: Input
    errors: readonly ErrorCode[]
    says: { 200: string; 201?: string }
    answer: z.ZodType<Output>
    run(ctx: AppContext, input: z.output<Input>): Promise<NoInfer<Output> | Refused>
  },
): Endpoint<AppContext> {
  const { answer, gate = program } = definition
  return endpoint<AppContext, unknown, Path, Input, Output>({
    ...definition,
    method: 'post',
    path,
    gate,
    cache: 'no-store',
    says: done,
    ...(created && {
      described: { answers: { 201: { description: created, content: json(answer) } } },
    }),
    statusOf: (output) => ('created' in output && output.created ? 201 : 200),
    run: ({ ctx, asked }, input, res) =>
      countUnknownKey(ctx, asked, res, async () => orRefuse(await run(ctx, input))),
  })
}
