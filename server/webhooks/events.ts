import type { Trx } from '../db/database.ts'
import type { ActivationRow, LicenceRow } from '../db/rows/licences.ts'
import type { OrderRow } from '../db/rows/orders.ts'
import { enqueueWebhook, type Telling } from './queue.ts'

/** What other programs are told. No whole key is in it: who needs one asks for it. */

export async function tellOrder(
  trx: Trx,
  type: 'order.paid' | 'order.refunded',
  order: OrderRow,
  telling: Telling,
): Promise<void> {
  const { id, number, status, currency, total, tax, refunded } = order
  const data = {
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
  await enqueueWebhook(trx, { type, dedupeKey: `${type}:${id}:${refunded}`, data }, telling)
}

/** @param occasion tells one change of a licence from the next */
export async function tellLicence(
  trx: Trx,
  type: 'licence.issued' | 'licence.changed' | 'licence.revoked',
  licence: LicenceRow,
  telling: Telling,
  occasion = '',
): Promise<void> {
  const event = { type, dedupeKey: `${type}:${licence.id}:${occasion}`, data: licenceData(licence) }
  await enqueueWebhook(trx, event, telling)
}

export async function tellActivation(
  trx: Trx,
  activation: Pick<ActivationRow, 'id' | 'machine_id' | 'machine_name' | 'app_version' | 'activated_at'>,
  licence: LicenceRow,
  telling: Telling,
): Promise<void> {
  const data = {
    id: activation.id,
    machineId: activation.machine_id,
    machineName: activation.machine_name,
    appVersion: activation.app_version,
    activatedAt: activation.activated_at,
    licence: licenceData(licence),
  }
  const dedupeKey = `activation.created:${activation.id}`
  await enqueueWebhook(trx, { type: 'activation.created', dedupeKey, data }, telling)
}

/** Every licence that an order bought, or changed. */
export async function tellLicencesOf(
  trx: Trx,
  order: OrderRow,
  type: 'licence.issued' | 'licence.changed' | 'licence.revoked',
  telling: Telling,
): Promise<void> {
  if (telling.site.webhooks.length === 0) return
  const column = type === 'licence.changed' ? 'order_lines.licence_id' : 'licences.id'
  const licences = await trx
    .selectFrom('licences')
    .innerJoin('order_lines', (join) =>
      type === 'licence.changed'
        ? join.onRef('order_lines.licence_id', '=', 'licences.id')
        : join.onRef('order_lines.id', '=', 'licences.order_line_id'),
    )
    .where('order_lines.order_id', '=', order.id)
    .where(column, 'is not', null)
    .selectAll('licences')
    .distinct()
    .execute()
  const occasion = type === 'licence.changed' ? `${order.id}:${order.revision}` : ''
  for (const licence of licences) await tellLicence(trx, type, licence, telling, occasion)
}

function licenceData(licence: LicenceRow) {
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
