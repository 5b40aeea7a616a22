import type { Request, Response } from 'express'
import { foldEmail } from '#shared/email.ts'
import { linkRequestSchema } from '#shared/licensing/mine-requests.ts'
import type { AppContext } from '../context.ts'
import { parse } from '../http/parse.ts'
import { newId } from '../ids.ts'
import { enqueueMail } from '../mail/outbox.ts'
import { momentOf } from '../moment.ts'
import { requireHuman } from '../verification/require-human.ts'

/**
 * Leaves all look-ups to the mail's worker, so that response times reveal nothing.
 * @throws AppError 422 for wrong fields or a failed human verification, 429
 */
export async function askForLink(
  ctx: AppContext,
  req: Request,
  res: Response,
  { body, tokenRequired }: { body: unknown; tokenRequired: boolean },
): Promise<void> {
  const { email, verification } = parse(linkRequestSchema, body ?? {})
  const recipient = foldEmail(email)
  await ctx.rateLimits.signIn.take(req, res)
  // Without JavaScript no widget can supply a token, but a given token must be right.
  const verified = verification !== '' || tokenRequired
  if (verified) await requireHuman(ctx, verification, req.ip)
  // Whoever passed the check isn't refused for what others asked without it.
  await ctx.rateLimits.signInAddress.takeFor(verified ? recipient : `unverified ${recipient}`)
  const moment = momentOf(ctx)
  const dedupeKey = newId('sign-in', ctx.random)
  await enqueueMail(
    ctx.database.db,
    { kind: 'sign_in_link', dedupeKey, recipient, params: { verified } },
    moment,
  )
  ctx.outbox.nudge()
}
