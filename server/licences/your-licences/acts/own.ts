import type { ShopContext } from '../../../context.ts'
import { momentOf } from '../../../runtime/moment.ts'
import { AppError } from '../../../web/http/errors.ts'
import type { Acting } from '../../licensing/acts.ts'
import { enqueueLicenceChanged } from '../../licensing/licence-webhooks.ts'
import { lockLicence } from '../../licensing/licences.ts'
import { findOwnLicence } from '../owned.ts'

/** Locks the licence until the act commits. @throws AppError 404 `licence_not_found`, also for somebody else's licence */
export async function withOwnLicence<Result>(
  ctx: ShopContext,
  email: string,
  id: string,
  act: (acting: Acting) => Promise<Result>,
): Promise<Result> {
  const { db } = ctx.database
  const { site, pricing } = ctx.library.typed
  const context = { site, pricing, ...momentOf(ctx) }
  if (!(await findOwnLicence(db, email, id))) throw licenceNotFound()
  const result = await db.transaction().execute(async (trx) => {
    const secrets = await ctx.keyring.holdSecrets(trx)
    await lockLicence(trx, id)
    // The licence may have moved before the lock.
    const licence = await findOwnLicence(trx, email, id)
    if (!licence) throw licenceNotFound()
    const done = await act({ trx, licence, secrets, context })
    await enqueueLicenceChanged(trx, licence, await lockLicence(trx, id), context)
    return done
  })
  ctx.outbox.nudge()
  return result
}

function licenceNotFound(): AppError {
  return new AppError(404, 'licence_not_found', 'There is no such licence here.')
}
