import { z } from 'zod'
import { daySchema } from '../calendar/day-schema.ts'
import { licenceInfoSchema } from './licence-info.ts'

export const activationSchema = z.object({
  id: z.string(),
  /** The machine's id if it sent no name. */
  machineName: z.string(),
  activatedAt: z.iso.datetime(),
})

/** The requested key in normal form, which verdicts use as its name. */
const namedKey = { licenceKey: z.string() }

export const activationAnswerSchema = z.object({
  ...namedKey,
  /** False if the machine already had a seat. */
  created: z.boolean(),
  activation: activationSchema.extend({ machineId: z.string() }),
  licence: licenceInfoSchema,
  file: z.string(),
  /** The machine's update feeds, which need no key. */
  updatesUrl: z.url(),
  serverTime: z.iso.datetime(),
})

export const trialAnswerSchema = z.object({
  created: z.boolean(),
  trial: z.object({
    product: z.string(),
    plan: z.literal('trial'),
    machineId: z.string(),
    startedAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
  }),
  file: z.string(),
  serverTime: z.iso.datetime(),
})

/** Answers to a file with several machines' requests. `file` joins the answers' files. */
export const offlineAnswersSchema = z.object({
  file: z.string(),
  answers: z.array(
    z.object({
      machineId: z.string(),
      /** Null after a deactivation or a refusal. */
      file: z.string().nullable(),
      /** The refusal's error code; null if there is none. */
      code: z.string().nullable(),
      /** The outcome of a request without a file. */
      detail: z.string().nullable(),
    }),
  ),
})

export const deactivationAnswerSchema = z.object({
  ...namedKey,
  released: z.boolean(),
  seats: licenceInfoSchema.shape.seats,
})

/** The answer to a request file that deactivates a machine. */
export const fileDeactivationAnswerSchema = z.object({
  machineId: z.string(),
  ...deactivationAnswerSchema.pick({ released: true, seats: true }).shape,
})

export const refusals = [
  'licence_not_found',
  'licence_key_replaced',
  'licence_suspended',
  'licence_revoked',
  'version_not_covered',
  'machine_not_activated',
] as const

export const verdictCodeSchema = z.enum(['valid', ...refusals])

/** Tells the user of a refused version which versions the licence covers and where to renew it. */
export const coverageSchema = z.object({
  updatesUntil: z.iso.datetime(),
  newestCovered: z.object({ version: z.string(), date: z.string(), page: z.url() }).nullable(),
  renewUrl: z.url().meta({
    description:
      'Omits the key, which would stay in the browser’s history: add `#key=` and `encodeURIComponent(key)`.',
  }),
})

/** Names a key without showing it. */
export const askedKeySchema = z.object({
  /** "…-9XQ4" */
  hint: z.string(),
  /** Hex SHA-256 of the key's normal form: upper case, groups of four, hyphens. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})

export const validationAnswerSchema = z.object({
  ...namedKey,
  valid: z.boolean(),
  code: verdictCodeSchema,
  key: askedKeySchema,
  file: z.string(),
  serverTime: z.iso.datetime(),
})

/** A token that silent installations use instead of a key. It allows a number of the licence's seats until its last day. */
export const enrolmentSchema = z
  .object({
    id: z.string(),
    tokenHint: z.string(),
    seats: z.object({ limit: z.int(), used: z.int() }),
    /** The last day of the token, in the company's time zone. */
    lastDay: daySchema,
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Enrolment' })

export type Enrolment = z.infer<typeof enrolmentSchema>

/**
 * An enrolment with its token, for its owner. Null after the data secret was replaced, because it can't be
 * derived again then.
 */
export const ownEnrolmentSchema = enrolmentSchema.extend({ token: z.string().nullable() })

export type OwnEnrolment = z.infer<typeof ownEnrolmentSchema>

export const lookUpAnswerSchema = z.object({
  licence: licenceInfoSchema,
  activations: z.array(activationSchema),
})

export type Activation = z.infer<typeof activationSchema>
export type ActivationAnswer = z.infer<typeof activationAnswerSchema>
export type TrialAnswer = z.infer<typeof trialAnswerSchema>
export type OfflineAnswers = z.infer<typeof offlineAnswersSchema>
export type FileDeactivationAnswer = z.infer<typeof fileDeactivationAnswerSchema>
export type DeactivationAnswer = z.infer<typeof deactivationAnswerSchema>
export type ValidationAnswer = z.infer<typeof validationAnswerSchema>
export type LookUpAnswer = z.infer<typeof lookUpAnswerSchema>
export type AskedKey = z.infer<typeof askedKeySchema>
export type Coverage = z.infer<typeof coverageSchema>
export type VerdictCode = ValidationAnswer['code']

/** A JSON Web Key Set (RFC 7517, 8037). */
export const publicKeysSchema = z.object({
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
})

export type PublicKey = z.infer<typeof publicKeysSchema>['keys'][number]
