import type { Response } from 'express'
import type { z } from 'zod'
import type { ContactReceipt, contactSchema } from '#shared/contact/contact.ts'
import type { AppContext } from '../../context.ts'
import { momentOf } from '../../runtime/moment.ts'
import type { Asked } from '../../web/endpoint.ts'
import { AppError } from '../../web/http/errors.ts'
import { requireHuman } from '../verification/require-human.ts'
import { findReceipt, type Incoming, storeMessage } from './store-message.ts'

/**
 * Invalid fields don't count against the rate limit.
 * @throws AppError 422 for a failed human verification, 429, or 503 if the message can't be verified or
 * stored
 */
export async function receiveMessage(
  ctx: AppContext,
  { website, verification, ...message }: z.output<typeof contactSchema>,
  { ip }: Pick<Asked, 'ip'>,
  { res, tokenRequired }: { res: Response | undefined; tokenRequired: boolean },
): Promise<ContactReceipt> {
  await ctx.rateLimits.contact.take({ ip }, res)
  if (website !== '') return store(ctx, { message, verified: false, quarantined: true })

  // Verification accepts a token once. Whoever repeats a request after a lost answer has only the spent one.
  const earlier = await orUnavailable(ctx, findReceipt(ctx.database.db, message, momentOf(ctx).now))
  if (earlier) return earlier
  const verified = verification !== '' || tokenRequired
  if (verified) await requireHuman(ctx, verification, ip)
  return store(ctx, { message, verified, quarantined: false })
}

async function store(ctx: AppContext, incoming: Incoming): Promise<ContactReceipt> {
  const { database, library, outbox } = ctx
  const { site } = library.typed
  const receipt = await orUnavailable(ctx, storeMessage(database.db, incoming, { site, ...momentOf(ctx) }))
  outbox.nudge()
  return receipt
}

async function orUnavailable<Answer>({ library }: AppContext, answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } catch (cause) {
    const { email } = library.typed.site.company
    throw new AppError(
      503,
      'contact_unavailable',
      `We couldn’t take your message. Write to ${email} instead.`,
      { cause },
    )
  }
}
