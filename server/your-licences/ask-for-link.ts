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
 * Takes a request for a link. Nothing here looks at orders or licences, so nothing can be told from the answer or its
 * time: the mail's worker looks.
 * @throws AppError 422 for what is wrong with the fields or the human verification, 429 when it is one too many
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
  await ctx.rateLimits.signInAddress.takeFor(recipient)
  // Where there is no JavaScript there is no widget, so no token; one that is there has to be right.
  const verified = verification !== '' || tokenRequired
  if (verified) await requireHuman(ctx, verification, req.ip)
  const moment = momentOf(ctx)
  const dedupeKey = newId('sign-in', ctx.random)
  await enqueueMail(
    ctx.database.db,
    { kind: 'sign_in_link', dedupeKey, recipient, params: { verified } },
    moment,
  )
  ctx.outbox.nudge()
}
