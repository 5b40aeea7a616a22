import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { enqueueWebhook, type WebhookContext } from '../../messages/webhooks/queue.ts'
import type { Trx } from '../../runtime/db/database.ts'
import type { ActivationRow, LicenceRow, TrialRow } from '../../runtime/db/rows/licences.ts'
import { randomId } from '../../runtime/ids.ts'
import { type Plans, viewDetails } from './rights.ts'

/** Needs the pricing, because the plan decides what a licence unlocks. */
export type LicenceWebhookContext = WebhookContext & { pricing: Plans }

const publishedLicence = z
  .object({
    id: z.string(),
    keyHint: z.string().meta({ description: 'The end of the key. No message holds a whole one.' }),
    sku: z.string(),
    plan: z.string(),
    seats: z.int(),
    updatesUntil: z.string(),
    status: z.string(),
    email: z.string(),
    entitlements: z.array(z.string()).meta({ description: 'What it unlocks: sorted, each once.' }),
    externalId: z.string().nullable().meta({ description: 'What another program calls it.' }),
  })
  .meta({ id: 'PublishedLicence' })

const publishedActivation = z.object({
  id: z.string(),
  machineId: z.string(),
  machineName: z.string().nullable(),
  appVersion: z.string().nullable(),
  activatedAt: z.string(),
  licence: publishedLicence,
})

const publishedTrial = z.object({ machineId: z.string(), startedAt: z.string(), expiresAt: z.string() })

/** Schemas of `data` in each message about licences. */
export const licencePayloads = {
  'licence.issued': publishedLicence,
  'licence.updated': publishedLicence,
  'licence.revoked': publishedLicence,
  'activation.created': publishedActivation,
  'activation.released': publishedActivation.extend({ releasedAt: z.string() }),
  'trial.started': publishedTrial,
}

// No message contains a whole key. Call each function in the transaction of its event.

export async function enqueueLicenceIssued(
  trx: Trx,
  licence: LicenceRow,
  context: LicenceWebhookContext,
): Promise<void> {
  const dedupeKey = `licence.issued:${licence.id}`
  const data = licenceData(licence, context)
  await enqueueWebhook(trx, { type: 'licence.issued', dedupeKey, data }, context)
}

/** Sends nothing if no published fact changed. */
export async function enqueueLicenceChanged(
  trx: Trx,
  before: LicenceRow,
  after: LicenceRow,
  context: LicenceWebhookContext,
): Promise<void> {
  const data = licenceData(after, context)
  if (isDeepStrictEqual(licenceData(before, context), data)) return
  const isRevoked = after.status === 'revoked' && before.status !== 'revoked'
  const type = isRevoked ? 'licence.revoked' : 'licence.updated'
  const dedupeKey = `${type}:${after.id}:${randomId('act', context.random)}`
  await enqueueWebhook(trx, { type, dedupeKey, data }, context)
}

export async function enqueueActivationCreated(
  trx: Trx,
  activation: Activated,
  licence: LicenceRow,
  context: LicenceWebhookContext,
): Promise<void> {
  const data = activationData(activation, licence, context)
  const dedupeKey = `activation.created:${activation.id}`
  await enqueueWebhook(trx, { type: 'activation.created', dedupeKey, data }, context)
}

export async function enqueueActivationReleased(
  trx: Trx,
  { releasedAt, ...activation }: Activated & { releasedAt: string },
  licence: LicenceRow,
  context: LicenceWebhookContext,
): Promise<void> {
  const data = { ...activationData(activation, licence, context), releasedAt }
  const dedupeKey = `activation.released:${activation.id}`
  await enqueueWebhook(trx, { type: 'activation.released', dedupeKey, data }, context)
}

/** The machine's id is the dedupe key, because it has one trial. */
export async function enqueueTrialStarted(
  trx: Trx,
  { machine_id: machineId, started_at: startedAt, expires_at: expiresAt }: TrialRow,
  context: WebhookContext,
): Promise<void> {
  const dedupeKey = `trial.started:${machineId}`
  const data: z.infer<typeof publishedTrial> = { machineId, startedAt, expiresAt }
  await enqueueWebhook(trx, { type: 'trial.started', dedupeKey, data }, context)
}

type Activated = Pick<ActivationRow, 'id' | 'machine_id' | 'machine_name' | 'app_version' | 'activated_at'>

function activationData(
  activation: Activated,
  licence: LicenceRow,
  context: LicenceWebhookContext,
): z.infer<typeof publishedActivation> {
  return {
    id: activation.id,
    machineId: activation.machine_id,
    machineName: activation.machine_name,
    appVersion: activation.app_version,
    activatedAt: activation.activated_at,
    licence: licenceData(licence, context),
  }
}

function licenceData(
  licence: LicenceRow,
  { pricing }: LicenceWebhookContext,
): z.infer<typeof publishedLicence> {
  const { entitlements, externalId } = viewDetails(licence, pricing)
  return {
    id: licence.id,
    keyHint: licence.key_hint,
    sku: licence.sku,
    plan: licence.plan,
    seats: licence.seat_limit,
    updatesUntil: licence.updates_until,
    status: licence.status,
    email: licence.email,
    entitlements,
    externalId,
  }
}
