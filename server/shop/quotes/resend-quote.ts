import type { Clock, Data, Post } from '../../context.ts'
import { enqueueMail } from '../../messages/mail/outbox.ts'
import { recordAudit } from '../../runtime/audit.ts'
import type { QuoteRow } from '../../runtime/db/rows/quotes.ts'
import { randomId } from '../../runtime/ids.ts'
import { momentOf } from '../../runtime/moment.ts'
import type { Bind } from '../../web/idempotency/keys.ts'
import { requireOrderable } from './quotes.ts'

/** Mails a quote again. @throws AppError 409 `quote_used`, `quote_withdrawn`, `quote_expired` */
export async function resendQuote(
  ctx: Data & Clock & Post,
  quote: QuoteRow,
  { who, bind }: { who: string; bind: Bind },
): Promise<void> {
  const moment = momentOf(ctx)
  const { id, customer_email: recipient } = quote
  await ctx.database.db.transaction().execute(async (trx) => {
    await requireOrderable(trx, quote, moment.now)
    const dedupeKey = `quote:${id}:${randomId('again', moment.random)}`
    await enqueueMail(trx, { kind: 'quote_made', dedupeKey, recipient, params: { quoteId: id } }, moment)
    await recordAudit(trx, { who, act: 'quote.mail_resent', subject: id, after: { recipient } }, moment)
    await bind(trx, id)
  })
  ctx.outbox.nudge()
}
