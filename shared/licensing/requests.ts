import { z } from 'zod'
import { onceRead } from '../http/once-read.ts'
import { optional } from '../http/optional.ts'
import { exactText, label, text } from '../text/text-fields.ts'

/** Signed keys of other systems have several hundred characters. */
export const maxKeyText = 1000

const machineIdForm = '8 to 128 letters, digits and . _ : -'

const machineIdSchema = text(128, 'the machine’s id is missing', machineIdForm).regex(
  /^[A-Za-z0-9._:-]{8,128}$/,
  machineIdForm,
)

const machineSchema = z.object({ id: machineIdSchema }, 'the machine’s id is missing')

const activatedMachineSchema = machineSchema.extend({
  previousId: optional(machineIdSchema).meta({
    description: 'Its id by an earlier way to compute it. Its seat is carried over, once.',
  }),
  name: label(100),
  os: label(100),
})

export const versionOfApp = text(100, 'a version such as 2.3.0').regex(
  /^\d{1,6}\.\d{1,6}\.\d{1,6}([-+][0-9A-Za-z.+-]{1,60})?$/,
  'a version such as 2.3.0',
)
const appVersionSchema = optional(versionOfApp)

/** The signed answer repeats the nonce, so that an old answer can't be replayed. */
const nonceSchema = optional(
  text(128, '1 to 128 visible ASCII characters').regex(
    /^[\x21-\x7e]{1,128}$/,
    '1 to 128 visible ASCII characters',
  ),
)

/** The `kid`s that the application accepts. If omitted, the newest key signs. */
const signingKeysSchema = optional(
  z
    .array(text(64, 'the kid of a key').regex(/^[\x21-\x7e]{1,64}$/, 'the kid of a key'))
    .max(20, 'at most 20'),
)

const signedAnswer = { nonce: nonceSchema, signingKeys: signingKeysSchema }

export const licenceKeySchema = text(maxKeyText, 'the licence key is missing', 'a licence key')

export const activationRequestSchema = withLicenceKey(
  z.object({
    licenceKey: licenceKeySchema,
    machine: activatedMachineSchema,
    appVersion: appVersionSchema,
    ...signedAnswer,
  }),
)

export const trialRequestSchema = z.object({
  machine: machineSchema,
  appVersion: appVersionSchema,
  ...signedAnswer,
})

export const validationRequestSchema = withLicenceKey(
  z.object({
    licenceKey: licenceKeySchema,
    machineId: machineIdSchema,
    appVersion: appVersionSchema,
    ...signedAnswer,
  }),
)

/** `activationId` identifies a machine too, because the list of a key's machines shows only activations. */
export const deactivationRequestSchema = withLicenceKey(
  z
    .object({
      licenceKey: licenceKeySchema,
      machineId: optional(machineIdSchema),
      activationId: optional(exactText(64, 'the activation’s id')),
    })
    .refine(({ machineId, activationId }) => machineId !== undefined || activationId !== undefined, {
      path: ['machineId'],
      message: 'the machine’s id is missing',
      ...onceRead('machineId', 'activationId'),
    }),
)

/** In characters. Even a licence file with the most entitlements is shorter. */
const maxFileText = 40_000

/** Deactivates a machine offline. Its licence file proves that it holds the seat. */
export const fileDeactivationRequestSchema = z.object({
  deactivate: z.literal(true),
  machine: machineSchema,
  file: text(maxFileText, 'the licence file is missing', 'a licence file').meta({
    description: 'The machine’s licence file, as it was answered.',
  }),
})

export const lookUpRequestSchema = withLicenceKey(z.object({ licenceKey: licenceKeySchema }))

export type ActivationRequest = z.output<typeof activationRequestSchema>
export type TrialRequest = z.output<typeof trialRequestSchema>
export type ValidationRequest = z.output<typeof validationRequestSchema>
export type FileDeactivationRequest = z.output<typeof fileDeactivationRequestSchema>
export type DeactivationRequest = z.output<typeof deactivationRequestSchema>

export function withLicenceKey<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((body) => {
    const { licenceKey, licenseKey } = Object(body)
    const isSpeltSo = (licenceKey ?? null) === null && licenseKey !== undefined
    return isSpeltSo ? { ...Object(body), licenceKey: licenseKey } : body
  }, schema)
}
