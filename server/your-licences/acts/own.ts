import type { Trx } from '../../db/database.ts'
import type { LicenceRow } from '../../db/rows/licences.ts'
import { AppError } from '../../http/errors.ts'
import type { HeldSecrets } from '../../keys/data-secret.ts'
import { lockLicence } from '../../licensing/licences.ts'
import { lockOrder, type OrderWithLines } from '../../orders/order-store.ts'
import { findOwnOrder } from '../../orders/own-orders.ts'
import type { YourLicences } from '../context.ts'
import { findOwnLicence } from '../owned.ts'

/**
 * Runs an act on a licence of an address, alone with it until the act commits.
 * @throws AppError 404 `licence_not_found`, the same for an unknown licence and for somebody else's
 */
export async function withOwnLicence<Result>(
  { database: { db, engine }, keyring }: YourLicences,
  email: string,
  id: string,
  act: (trx: Trx, licence: LicenceRow, secrets: HeldSecrets) => Promise<Result>,
): Promise<Result> {
  if (!(await findOwnLicence(db, email, id))) throw licenceNotFound()
  return db.transaction().execute(async (trx) => {
    const secrets = await keyring.holdSecrets(trx)
    await lockLicence(trx, id, engine)
    // It may have been moved before the lock was taken.
    const licence = await findOwnLicence(trx, email, id)
    if (!licence) throw licenceNotFound()
    return act(trx, licence, secrets)
  })
}

/** @throws AppError 404 `order_not_found`, the same for an unknown order and for somebody else's */
export async function withOwnOrder<Result>(
  { database: { db } }: YourLicences,
  email: string,
  id: string,
  act: (trx: Trx, found: OrderWithLines) => Promise<Result>,
): Promise<Result> {
  if (!(await findOwnOrder(db, email, id))) throw orderNotFound()
  return db.transaction().execute(async (trx) => {
    const found = await lockOrder(trx, id)
    if (!found) throw orderNotFound()
    return act(trx, found)
  })
}

function licenceNotFound(): AppError {
  return new AppError(404, 'licence_not_found', 'There is no such licence here.')
}

export function orderNotFound(): AppError {
  return new AppError(404, 'order_not_found', 'There is no such order here.')
}
