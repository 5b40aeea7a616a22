import type { ExpressionBuilder } from 'kysely'
import type { Db } from '../../runtime/db/database.ts'
import type { LicenceRow } from '../../runtime/db/rows/licences.ts'
import type { Schema } from '../../runtime/db/schema.ts'
import type { Keyring } from '../../runtime/keys/keyring.ts'
import { findLicence } from './licences.ts'
import { findByEarlierKey } from './replaced-keys.ts'
import { revealKey } from './stored-key.ts'

/** Null for licences that the operator issued. */
export async function findOrderNumber(db: Db, licenceId: string): Promise<string | null> {
  const { orderNumber: number } = await db
    .selectFrom('licences')
    .where('id', '=', licenceId)
    .select(orderNumber)
    .executeTakeFirstOrThrow()
  return number
}

export function orderNumber(licence: ExpressionBuilder<Schema, 'licences'>) {
  return licence
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .whereRef('order_lines.id', '=', 'licences.order_line_id')
    .select('orders.number')
    .as('orderNumber')
}

/** Whether it came from another shop. SQLite answers 1 or 0. */
export function isImported({ exists, selectFrom }: ExpressionBuilder<Schema, 'licences'>) {
  return exists(
    selectFrom('imported_licences').select('licence_id').whereRef('licence_id', '=', 'licences.id'),
  ).as('isImported')
}

/** @param name id or key of a licence */
export async function getLicence(db: Db, name: string, keyring: Keyring): Promise<LicenceRow> {
  const byId = await db.selectFrom('licences').selectAll().where('id', '=', name).executeTakeFirst()
  if (byId) return byId
  const byKey = await findLicence(db, name, keyring)
  if (byKey === 'licence_key_malformed') throw new Error(`"${name}" is neither a licence’s id nor a key.`)
  if (byKey === 'licence_key_replaced') {
    const [licence] = await findByEarlierKey(db, name, 1)
    throw new Error(`This key was replaced. Its licence is ${licence?.id}.`)
  }
  if (byKey === 'licence_not_found') throw new Error('No licence has this key.')
  return byKey
}

export function readKey(db: Db, id: string, keyring: Keyring): Promise<string> {
  return keyring.readSealed(db, async (secrets) =>
    revealKey(
      await db
        .selectFrom('licences')
        .select(['id', 'key_cipher'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
      secrets,
    ),
  )
}
