import type { Response } from 'express'
import type { z } from 'zod'
import type { deskLinkSchema } from '#shared/desk/requests/access.ts'
import { tryAgainIn } from '#shared/http/try-again.ts'
import { foldEmail } from '#shared/text/email.ts'
import type { AppContext } from '../../context.ts'
import { enqueueMail } from '../../messages/mail/outbox.ts'
import { requireHuman } from '../../people/verification/require-human.ts'
import { randomId } from '../../runtime/ids.ts'
import { momentOf } from '../../runtime/moment.ts'
import type { Asked } from '../../web/endpoint.ts'
import { AppError } from '../../web/http/errors.ts'
import { clientKey } from '../../web/middleware/client-key.ts'

/**
 * The mail worker checks whether the address belongs to staff, so that neither answers nor their times reveal
 * it.
 * @throws AppError 422 for a wrong address, or if a required human check is missing; 429
 */
export async function askForDeskLink(
  ctx: AppContext,
  { email, to, verification }: z.output<typeof deskLinkSchema>,
  { ip }: Pick<Asked, 'ip'>,
  res?: Response,
): Promise<void> {
  const recipient = foldEmail(email)
  await ctx.rateLimits.signIn.take({ ip }, res)
  const waitMs = await countUnchecked(ctx, [clientKey(ip), recipient])
  if (verification !== '') await requireHuman(ctx, verification, ip)
  else if (waitMs > 0) throw wantsCheck(waitMs)
  await ctx.rateLimits.deskLinks.takeFor(recipient)
  const dedupeKey = randomId('desk-link', ctx.random)
  const mail = { kind: 'desk_link', dedupeKey, recipient, params: { to } } as const
  await enqueueMail(ctx.database.db, mail, momentOf(ctx))
  ctx.outbox.nudge()
}

/** @returns milliseconds until a request without the human check passes; 0 if it passes now */
async function countUnchecked({ rateLimits }: AppContext, keys: string[]): Promise<number> {
  const waits = await Promise.all(keys.map((key) => rateLimits.deskLinksUnchecked.countFor(key)))
  return Math.max(...waits)
}

/** Says how long to wait, because a page without script can't run the check. */
function wantsCheck(waitMs: number): AppError {
  const code = 'verification_failed'
  const reason = 'Two links were asked for already, so we check that you’re a person.'
  const errors = [{ pointer: '/verification', code, detail: 'Tick the box to have another link.' } as const]
  const headers = { 'Retry-After': String(Math.ceil(waitMs / 1000)) }
  return new AppError(422, code, `${reason} Is there no box to tick? ${tryAgainIn(waitMs)}.`, {
    errors,
    headers,
  })
}
