import { isDeepStrictEqual } from 'node:util'
import type { Trx } from '../../runtime/db/database.ts'
import type { ActivationRow, LicenceRow } from '../../runtime/db/rows/licences.ts'
import type { OrderRow } from '../../runtime/db/rows/orders.ts'
import { newId } from '../../runtime/ids.ts'
import type { Payload } from './payloads.ts'
import { enqueueWebhook, type WebhookContext } from './queue.ts'

// No message holds a whole key. Each function runs in the transaction of its event.

export async function enqueueOrderEvent(
  trx: Trx,
  type: 'order.paid' | 'order.refunded',
  order: OrderRow,
  context: WebhookContext,
): Promise<void> {
  const { id, number, status, currency, total, tax, refunded, revision } = order
  const data: Payload<'order.paid'> = {
    id,
    number,
    status,
    currency,
    total,
    tax,
    refunded,
    paymentMethod: order.payment_method,
    purchaseOrder: order.purchase_order,
    customer: {
      name: order.customer_name,
      email: order.customer_email,
      companyName: order.company_name,
      country: order.country,
    },
  }
  await enqueueWebhook(trx, { type, dedupeKey: `${type}:${id}:${revision}`, data }, context)
}

export async function enqueueLicenceIssued(
  trx: Trx,
  licence: LicenceRow,
  context: WebhookContext,
): Promise<void> {
  const dedupeKey = `licence.issued:${licence.id}`
  await enqueueWebhook(trx, { type: 'licence.issued', dedupeKey, data: licenceData(licence) }, context)
}

/** Sends nothing if none of the published facts changed. */
export async function enqueueLicenceChanged(
  trx: Trx,
  before: LicenceRow,
  after: LicenceRow,
  context: WebhookContext,
): Promise<void> {
  const data = licenceData(after)
  if (isDeepStrictEqual(licenceData(before), data)) return
  const isRevoked = after.status === 'revoked' && before.status !== 'revoked'
  const type = isRevoked ? 'licence.revoked' : 'licence.changed'
  const dedupeKey = `${type}:${after.id}:${newId('act', context.random)}`
  await enqueueWebhook(trx, { type, dedupeKey, data }, context)
}

export async function enqueueActivationCreated(
  trx: Trx,
  activation: Pick<ActivationRow, 'id' | 'machine_id' | 'machine_name' | 'app_version' | 'activated_at'>,
  licence: LicenceRow,
  context: WebhookContext,
): Promise<void> {
  const data: Payload<'activation.created'> = {
    id: activation.id,
    machineId: activation.machine_id,
    machineName: activation.machine_name,
    appVersion: activation.app_version,
    activatedAt: activation.activated_at,
    licence: licenceData(licence),
  }
  const dedupeKey = `activation.created:${activation.id}`
  await enqueueWebhook(trx, { type: 'activation.created', dedupeKey, data }, context)
}

function licenceData(licence: LicenceRow): Payload<'licence.issued'> {
  return {
    id: licence.id,
    keyHint: licence.key_hint,
    sku: licence.sku,
    plan: licence.plan,
    seats: licence.seat_limit,
    updatesUntil: licence.updates_until,
    status: licence.status,
    email: licence.email,
  }
}
