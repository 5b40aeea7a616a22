import { sql } from 'kysely'
import type { AuditAct } from '#shared/desk/audit-words.ts'
import type { OrderLicence as ShownLicence } from '#shared/orders/orders.ts'
import { cardProvider, recordAudit } from '../../runtime/audit.ts'
import type { Db, Trx } from '../../runtime/db/database.ts'
import { foldedEmail } from '../../runtime/db/folded-text.ts'
import type { LicenceRow } from '../../runtime/db/rows/licences.ts'
import type { OrderLineRow, OrderRow } from '../../runtime/db/rows/orders.ts'
import type { Keyring } from '../../runtime/keys/keyring.ts'
import {
  enqueueLicenceChanged,
  enqueueLicenceIssued,
  type LicenceWebhookContext,
} from './licence-webhooks.ts'
import { createLicence, type Issuing } from './new-licence.ts'
import { machinesUsed } from './seats.ts'
import { revealKey } from './stored-key.ts'
import { endOfUpdates } from './version-coverage.ts'

/** Issues one licence for each unit of each new line. A unique index makes repeats harmless. */
export async function issueLicences(
  trx: Trx,
  { order, lines }: { order: OrderRow; lines: OrderLineRow[] },
  issuing: Issuing,
): Promise<void> {
  const sold = lines.filter(({ licence_id }) => licence_id === null)
  if (sold.length === 0) return
  const secrets = await issuing.keyring.holdSecrets(trx)
  const paidAt = order.paid_at ?? issuing.now
  const { timeZone } = issuing.site.company
  const rows = sold.flatMap((line) =>
    Array.from({ length: line.qty }, (_, ordinal) => ({
      ...createLicence(secrets, issuing).licence,
      order_line_id: line.id,
      ordinal,
      sku: line.sku,
      plan: line.name,
      seat_limit: line.seats,
      updates_until: endOfUpdates(timeZone, paidAt, line.updates_months),
      licensed_name: order.customer_name,
      licensed_company: order.company_name,
      email: order.customer_email,
    })),
  )
  for (const row of rows) {
    const licence = await trx
      .insertInto('licences')
      .values(row)
      .onConflict((conflict) => conflict.columns(['order_line_id', 'ordinal']).doNothing())
      .returningAll()
      .executeTakeFirst()
    if (licence) await enqueueLicenceIssued(trx, licence, issuing)
  }
}

type Status = LicenceRow['status']

/** Statuses from which each one can be reached. A revoked licence stays revoked. */
export const statusesBefore: Record<Status, Status[]> = {
  active: ['suspended'],
  suspended: ['active'],
  revoked: ['active', 'suspended'],
}

type Move = {
  before: Status
  /** Defaults to the status for the order. */
  after?: Status
  by?: ('dispute' | 'operator')[]
}

/** A refund's revocation is final. After a bank's, `suspended_by` says who had suspended the licence. */
const movesTo: Record<Status, Move[]> = {
  active: [
    { before: 'suspended', by: ['dispute'] },
    { before: 'revoked', by: ['dispute'] },
    { before: 'revoked', by: ['operator'], after: 'suspended' },
  ],
  suspended: [{ before: 'active' }, { before: 'revoked', by: ['dispute', 'operator'] }],
  revoked: [{ before: 'active' }, { before: 'suspended' }],
}

type Mirrored = {
  status: Status
  /** Whether a bank took or returned the money. */
  isByBank?: boolean
  /** Who undid a payment that wasn't the order's; absent otherwise. */
  takenBackBy?: string
}

/**
 * Applies an order's status from the card provider to its licences. Only effects of a dispute can be undone.
 */
export async function setLicencesOfOrder(
  trx: Trx,
  order: Pick<OrderRow, 'id' | 'number'>,
  mirrored: Mirrored,
  context: LicenceWebhookContext,
): Promise<void> {
  const { status, isByBank = false, takenBackBy: who = cardProvider } = mirrored
  const cause = causeOf(order, mirrored)
  const isByDispute = status === 'suspended' || (status === 'revoked' && isByBank)
  for (const { before, by, after = status } of movesTo[status]) {
    const changed = await trx
      .updateTable('licences')
      .set(({ fn, val }) => ({
        status: after,
        // Keeps a person's earlier suspension in force for when the money comes back.
        suspended_by:
          isByDispute || after === 'suspended' ? fn.coalesce('suspended_by', val('dispute' as const)) : null,
      }))
      .where('status', '=', before)
      .$if(by !== undefined, (query) => query.where('suspended_by', 'in', by ?? []))
      .where('order_line_id', 'in', (lines) =>
        lines.selectFrom('order_lines').select('order_lines.id').where('order_id', '=', order.id),
      )
      .returningAll()
      .execute()
    for (const licence of changed) {
      const change = { before: { status: before }, after: { status: after, ...cause } }
      const entry = { who, act: statusActs[after], subject: licence.id, ...change }
      await recordAudit(trx, entry, context)
      await enqueueLicenceChanged(trx, { ...licence, status: before }, licence, context)
    }
  }
}

/** The cause, as stored in the licence's history. */
function causeOf({ number }: Pick<OrderRow, 'number'>, { status, isByBank, takenBackBy }: Mirrored) {
  if (takenBackBy !== undefined) return { unpaid: number }
  return status === 'revoked' && !isByBank ? { refundOf: number } : { disputeOf: number }
}

export const statusActs = {
  active: 'licence.reinstated',
  suspended: 'licence.suspended',
  revoked: 'licence.revoked',
} as const satisfies Record<Status, AuditAct>

export type OrderLicence = ShownLicence & { lineId: string; key: string }

/** Sorted by line, with whole keys, so only for the buyer. */
export function licencesOfOrder(db: Db, orderId: string, keyring: Keyring): Promise<OrderLicence[]> {
  return keyring.readSealed(db, async (secrets) =>
    (await findOfOrder(db, orderId)).map((row) => ({
      lineId: String(row.order_line_id),
      key: revealKey(row, secrets),
      keyHint: row.key_hint,
      sku: row.sku,
      plan: row.plan,
      status: row.status,
      seats: { limit: row.seat_limit, used: row.used },
      updatesUntil: row.updates_until,
    })),
  )
}

/** Contains the whole key, so only for the owning address. */
export type OwnedLicence = Pick<OrderLicence, 'key' | 'keyHint' | 'plan' | 'status' | 'updatesUntil'> & {
  seats: { limit: number }
  email: string
}

/** Reads key and owner together, so that no former owner sees a later key. */
export function ownedLicence(db: Db, id: string, keyring: Keyring): Promise<OwnedLicence | null> {
  return keyring.readSealed(db, async (secrets) => {
    const row = await db.selectFrom('licences').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row) return null
    const { plan, status, email, key_hint: keyHint, seat_limit: limit, updates_until: updatesUntil } = row
    return { plan, status, email, key: revealKey(row, secrets), keyHint, seats: { limit }, updatesUntil }
  })
}

function findOfOrder(db: Db, orderId: string) {
  return (
    db
      .selectFrom('licences')
      .innerJoin('order_lines', 'order_lines.id', 'licences.order_line_id')
      .innerJoin('orders', 'orders.id', 'order_lines.order_id')
      .where('order_lines.order_id', '=', orderId)
      // Only the new owner may see the key of a moved licence.
      .where(sql<boolean>`${foldedEmail('licences.email')} = ${foldedEmail('orders.customer_email')}`)
      .orderBy('order_lines.position')
      .orderBy('licences.ordinal')
      .select(['licences.id', 'order_line_id', 'key_cipher', 'key_hint', 'licences.sku', 'plan'])
      .select(['licences.status', 'seat_limit', 'updates_until'])
      .select(machinesUsed)
      .execute()
  )
}
