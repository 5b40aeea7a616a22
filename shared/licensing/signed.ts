import { z } from 'zod'
import { askedKeySchema, coverageSchema, verdictCodeSchema } from './answers.ts'
import { licenceInfoSchema } from './licence-info.ts'

/** Applications refuse other formats and ignore unknown members. */
export const signedFormat = 1

const signedSchema = z.object({
  format: z.literal(signedFormat),
  audience: z.string().meta({ description: 'The product’s id, which the application has built in.' }),
  kid: z.string().meta({ description: 'The key that signed it.' }),
  machine: z.object({ id: z.string() }),
  issuedAt: z.iso.datetime(),
  nonce: z.string().optional().meta({ description: 'The request’s, if it had one.' }),
})

const termsSchema = z.object({
  id: z.string(),
  sku: z.string(),
  plan: z.string().meta({ description: 'Its name when it was sold, for people.' }),
  seats: z.int(),
  entitlements: z.array(z.string()).meta({ description: 'Sorted, each once.' }),
  updatesUntil: z.iso.datetime(),
  validateBy: z.iso.datetime().nullable().meta({
    description: 'When the application asks for a new verdict; null for a file that holds for good.',
  }),
  licensedTo: licenceInfoSchema.shape.licensedTo,
})

/** Certifies a machine's seat. The signature covers "licence/" and the text. */
export const signedLicenceSchema = signedSchema.extend({ licence: termsSchema })

/** Certifies a trial. The signature covers "trial/" and the text, so applications without trials refuse it. */
export const signedTrialSchema = signedSchema.extend({
  trial: z.object({ startedAt: z.iso.datetime(), expiresAt: z.iso.datetime() }),
})

/** Certifies whether a machine has a seat now. The signature covers "verdict/" and the text. */
export const signedVerdictSchema = signedSchema.extend({
  valid: z.boolean(),
  code: verdictCodeSchema,
  key: askedKeySchema,
  licence: termsSchema.nullable().meta({ description: 'Null for an unknown or replaced key.' }),
  ...coverageSchema.omit({ updatesUntil: true }).partial().shape,
})

export type SignedTerms = z.infer<typeof termsSchema>
export type Signed = z.infer<typeof signedSchema>
export type SignedLicence = z.infer<typeof signedLicenceSchema>
export type SignedTrial = z.infer<typeof signedTrialSchema>
export type SignedVerdict = z.infer<typeof signedVerdictSchema>
