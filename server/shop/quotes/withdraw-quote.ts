import type { Clock, Data, Post } from '../../context.ts'
import { enqueueMail } from '../../messages/mail/outbox.ts'
import { recordAudit } from '../../runtime/audit.ts'
import type { QuoteRow } from '../../runtime/db/rows/quotes.ts'
import { momentOf } from '../../runtime/moment.ts'
import type { Bind } from '../../web/idempotency/keys.ts'
import { findQuote, quoteUsed } from './quotes.ts'

/**
 * Withdraws a quote, releases its use of a code, and mails the buyer. Repeating it changes nothing.
 * @throws AppError 409 `quote_used` if it was ordered
 */
export async function withdrawQuote(
  ctx: Data & Clock & Post,
  { id, customer_email }: Pick<QuoteRow, 'id' | 'customer_email'>,
  { who, reason, bind }: { who: string; reason?: string | undefined; bind?: Bind | undefined },
): Promise<void> {
  const moment = momentOf(ctx)
  const withdrawn_at = moment.now.toISOString()
  await ctx.database.db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('quotes')
      .set({ withdrawn_at })
      .where('id', '=', id)
      .where('order_id', 'is', null)
      .where('withdrawn_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) {
      const quote = await findQuote(trx, id)
      if (quote?.order_id) throw await quoteUsed(trx, quote)
    } else {
      const after = { withdrawn_at, ...(reason && { reason }) }
      await recordAudit(trx, { who, act: 'quote.withdrawn', subject: id, after }, moment)
      const params = { quoteId: id, ...(reason && { reason }) }
      const mail = {
        kind: 'quote_withdrawn',
        dedupeKey: `quote-withdrawn:${id}`,
        recipient: customer_email,
        params,
      } as const
      await enqueueMail(trx, mail, moment)
    }
    await bind?.(trx, id)
  })
  ctx.outbox.nudge()
}
