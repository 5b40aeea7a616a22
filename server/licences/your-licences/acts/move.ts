import type { z } from 'zod'
import type { moveSchema } from '#shared/licensing/mine-requests.ts'
import { foldEmail } from '#shared/text/email.ts'
import type { ShopContext } from '../../../context.ts'
import { recordAudit } from '../../../runtime/audit.ts'
import type { Trx } from '../../../runtime/db/database.ts'
import { newId } from '../../../runtime/ids.ts'
import { invalid } from '../../../web/http/parse.ts'
import type { RatePolicy } from '../../../web/middleware/rate-limit.ts'
import { requireRate } from '../../../web/middleware/require-rate.ts'
import { requireActive } from '../../licensing/acts.ts'
import { mailMove } from '../../licensing/moves-by-mail.ts'
import { listOwnLicences } from '../owned.ts'
import { withOwnLicence } from './own-licence.ts'

/** Limits mails to strangers, because each start sends one. */
export const startsPolicy: RatePolicy = { name: 'moves', quota: 5, windowSeconds: 3600 }

/**
 * Starts to move a licence, or all active ones. Both addresses must agree.
 * @throws AppError 404 `licence_not_found`, 403 if it isn't active, 422 for its own address, 429
 */
export async function startMove(
  ctx: ShopContext,
  email: string,
  id: string,
  wanted: z.output<typeof moveSchema>,
): Promise<void> {
  const { all, keepKey } = wanted
  const to = foldEmail(wanted.email)
  if (to === email) {
    const detail = 'That is the address it belongs to already.'
    throw invalid([{ pointer: '/email', code: 'same_email', detail }])
  }
  await withOwnLicence(ctx, email, id, async ({ trx, licence, context }) => {
    requireActive(licence)
    await requireStartLeft(trx, email, context.now)
    const own = all ? await listOwnLicences(trx, email) : [licence]
    const ids = own.filter(({ status }) => status === 'active').map((each) => each.id)
    const move = {
      id: newId('move', context),
      from_email: email,
      to_email: to,
      licence_ids: JSON.stringify(ids),
      keeps_key: Number(keepKey),
      started_at: context.now.toISOString(),
    }
    await trx.insertInto('licence_moves').values(move).execute()
    const entry = { who: 'customer', act: 'licence.move_started', after: { to, keepKey } } as const
    for (const subject of ids) {
      await recordAudit(trx, { ...entry, subject }, context)
    }
    await mailMove(trx, move, { kind: 'move_offered', recipient: to }, context)
  })
}

async function requireStartLeft(trx: Trx, email: string, now: Date): Promise<void> {
  const starts = await trx
    .selectFrom('licence_moves')
    .select('started_at')
    .where('from_email', '=', email)
    .orderBy('started_at', 'desc')
    .limit(startsPolicy.quota)
    .execute()
  requireRate(
    startsPolicy,
    starts.map(({ started_at }) => started_at),
    { now, reason: 'You’ve started several moves within the hour.' },
  )
}
