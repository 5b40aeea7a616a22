import type { Response } from 'express'
import type { z } from 'zod'
import type { linkRequestSchema } from '#shared/licensing/mine-requests.ts'
import { foldEmail } from '#shared/text/email.ts'
import type { AppContext } from '../../context.ts'
import { enqueueMail } from '../../messages/mail/outbox.ts'
import { requireHuman } from '../../people/verification/require-human.ts'
import { randomId } from '../../runtime/ids.ts'
import { momentOf } from '../../runtime/moment.ts'
import type { Asked } from '../../web/endpoint.ts'

/**
 * Leaves all look-ups to the mail worker, so that response times reveal nothing.
 * @throws AppError 422 for a failed human verification, 429
 */
export async function askForLink(
  ctx: AppContext,
  { email, verification }: z.output<typeof linkRequestSchema>,
  { ip }: Pick<Asked, 'ip'>,
  { res, tokenRequired }: { res: Response | undefined; tokenRequired: boolean },
): Promise<void> {
  const recipient = foldEmail(email)
  await ctx.rateLimits.signIn.take({ ip }, res)
  // Without JavaScript the widget can't supply a token, but a token that is sent must be right.
  const verified = verification !== '' || tokenRequired
  if (verified) await requireHuman(ctx, verification, ip)
  // Separate limits, so that others' unverified requests don't block a verified person.
  await ctx.rateLimits.signInAddress.takeFor(verified ? recipient : `unverified ${recipient}`)
  const moment = momentOf(ctx)
  const dedupeKey = randomId('sign-in', ctx.random)
  await enqueueMail(
    ctx.database.db,
    { kind: 'sign_in_link', dedupeKey, recipient, params: { verified } },
    moment,
  )
  ctx.outbox.nudge()
}
