import type { Request, Response } from 'express'
import { deskLinkSchema } from '#shared/desk/requests.ts'
import { foldEmail } from '#shared/email.ts'
import type { AppContext } from '../../context.ts'
import { parse } from '../../http/parse.ts'
import { newId } from '../../ids.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { momentOf } from '../../moment.ts'

/**
 * The mail's worker checks whether the address is staff's, so that response times reveal nothing.
 * @throws AppError 422 for a wrong address, 429
 */
export async function askForDeskLink(ctx: AppContext, req: Request, res: Response): Promise<void> {
  const { email, to } = parse(deskLinkSchema, req.body ?? {})
  const recipient = foldEmail(email)
  await ctx.rateLimits.signIn.take(req, res)
  await ctx.rateLimits.deskLinks.takeFor(recipient)
  const dedupeKey = newId('desk-link', ctx.random)
  const mail = { kind: 'desk_link', dedupeKey, recipient, params: { to } } as const
  await enqueueMail(ctx.database.db, mail, momentOf(ctx))
  ctx.outbox.nudge()
}
