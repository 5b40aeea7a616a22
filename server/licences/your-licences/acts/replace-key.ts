import type { ShopContext } from '../../../context.ts'
import { recordAudit } from '../../../runtime/audit.ts'
import { requireActive } from '../../licensing/acts.ts'
import { replaceKeyOf } from '../../licensing/replace-key.ts'
import { withOwnLicence } from './own.ts'

/**
 * Machines keep their seats, and the old key fails.
 * @throws AppError 404 `licence_not_found`, 403 if it isn't active, 429 `key_replaced_today`
 */
export function replaceKey(
  ctx: ShopContext,
  email: string,
  id: string,
): Promise<{ key: string; keyHint: string }> {
  return withOwnLicence(ctx, email, id, async ({ trx, licence, secrets, context }) => {
    requireActive(licence)
    const made = await replaceKeyOf(trx, licence, { secrets, ...context })
    const change = { before: { keyHint: licence.key_hint }, after: { keyHint: made.keyHint } }
    await recordAudit(trx, { who: 'customer', act: 'licence.key_replaced', subject: id, ...change }, context)
    return made
  })
}
