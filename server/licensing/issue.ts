import { createLicenceKey, keyRandomness } from '#shared/licensing/licence-key.ts'
import type { Db } from '../db/database.ts'
import type { LicenceRow, OrderLineRow, OrderRow } from '../db/schema.ts'
import { newId, type Random } from '../ids.ts'
import type { Keyring } from '../keys/keyring.ts'
import { addMonths } from './add-months.ts'
import { storedKey } from './stored-key.ts'

/** `prefix` is the first group of every key: four characters of Crockford's base32. */
export type Issuing = { keyring: Keyring; random: Random; now: Date; prefix: string }

/**
 * One licence for each piece of each line. Called again for the same order it changes nothing: the unique index of
 * line and ordinal keeps the first ones, whoever made them.
 */
export async function issueLicences(
  db: Db,
  { order, lines }: { order: OrderRow; lines: OrderLineRow[] },
  issuing: Issuing,
): Promise<void> {
  const paidAt = order.paid_at ? new Date(order.paid_at) : issuing.now
  const rows = lines.flatMap((line) =>
    Array.from({ length: line.qty }, (_, ordinal) => ({
      ...newLicence(issuing),
      order_line_id: line.id,
      ordinal,
      sku: line.sku,
      plan: line.name,
      seat_limit: line.seats,
      updates_until: addMonths(paidAt, line.updates_months).toISOString(),
      licensed_name: order.customer_name,
      licensed_company: order.company_name,
      email: order.customer_email,
    })),
  )
  for (const row of rows) {
    await db
      .insertInto('licences')
      .values(row)
      .onConflict((conflict) => conflict.columns(['order_line_id', 'ordinal']).doNothing())
      .execute()
  }
}

export type Grant = Pick<
  LicenceRow,
  'sku' | 'plan' | 'seat_limit' | 'updates_until' | 'licensed_name' | 'licensed_company' | 'email'
>

/** One that the operator gives, without an order. @returns its id and its key */
export async function grantLicence(
  db: Db,
  grant: Grant,
  issuing: Issuing,
): Promise<{ id: string; key: string }> {
  const { key, ...licence } = createLicence(issuing)
  await db
    .insertInto('licences')
    .values({ ...licence, ...grant, order_line_id: null, ordinal: 0 })
    .execute()
  return { id: licence.id, key }
}

function newLicence(issuing: Issuing) {
  const { key: _, ...licence } = createLicence(issuing)
  return licence
}

function createLicence({ keyring, random, now, prefix }: Issuing) {
  const key = createLicenceKey(prefix, random(keyRandomness))
  return {
    id: newId('lic', random),
    key,
    ...storedKey(key, { keyring, random }),
    status: 'active' as const,
    created_at: now.toISOString(),
  }
}
