import type { ShopContext } from '../../../context.ts'
import type { Trx } from '../../../runtime/db/database.ts'
import type { LicenceRow } from '../../../runtime/db/rows/licences.ts'
import type { HeldSecrets } from '../../../runtime/keys/data-secret.ts'
import { momentOf } from '../../../runtime/moment.ts'
import { orderNotFound } from '../../../shop/orders/order-not-found.ts'
import { lockOrder, type OrderWithLines } from '../../../shop/orders/order-store.ts'
import { findOwnOrder } from '../../../shop/orders/own-orders.ts'
import { AppError } from '../../../web/http/errors.ts'
import { enqueueLicenceChanged } from '../../licensing/licence-webhooks.ts'
import { lockLicence } from '../../licensing/licences.ts'
import { findOwnLicence } from '../owned.ts'

/** Locks the licence until the act commits. @throws AppError 404 `licence_not_found`, also for somebody else's licence */
export async function withOwnLicence<Result>(
  ctx: ShopContext,
  email: string,
  id: string,
  act: (trx: Trx, licence: LicenceRow, secrets: HeldSecrets) => Promise<Result>,
): Promise<Result> {
  const { db } = ctx.database
  if (!(await findOwnLicence(db, email, id))) throw licenceNotFound()
  return db.transaction().execute(async (trx) => {
    const secrets = await ctx.keyring.holdSecrets(trx)
    await lockLicence(trx, id)
    // The licence may have moved before the lock.
    const licence = await findOwnLicence(trx, email, id)
    if (!licence) throw licenceNotFound()
    const result = await act(trx, licence, secrets)
    const { site, pricing } = ctx.library.typed
    const context = { site, pricing, ...momentOf(ctx) }
    await enqueueLicenceChanged(trx, licence, await lockLicence(trx, id), context)
    return result
  })
}

/** @throws AppError 404 `order_not_found`, also for somebody else's order */
export async function withOwnOrder<Result>(
  { database: { db } }: ShopContext,
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
