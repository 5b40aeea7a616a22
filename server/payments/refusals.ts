import type { Finding } from '#shared/desk/overview-answers.ts'
import type { ShopContext } from '../context.ts'
import type { Db } from '../db/database.ts'
import { notifyOwner } from '../mail/notify-owner.ts'
import { momentOf } from '../moment.ts'
import type { PaymentRefused } from './provider.ts'

const provider = 'stripe'
const mostLetters = 300
const hourMs = 3_600_000

type Parts = Pick<ShopContext, 'database' | 'clock' | 'random' | 'library' | 'outbox'>

/** Keeps what the provider answered for `doctor` and Today, and mails it to the owner, once an hour at most. */
export async function recordRefusal(shop: Parts, { status, code, message }: PaymentRefused): Promise<void> {
  const moment = momentOf(shop)
  const answer = `${status}${code ? ` ${code}` : ''}: ${message}`.slice(0, mostLetters)
  const row = { provider, refused_at: moment.now.toISOString(), answer }
  await shop.database.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('payment_refusals')
      .values(row)
      .onConflict((conflict) => conflict.column('provider').doUpdateSet(row))
      .execute()
    const dedupeKey = `payment_refused:${Math.floor(moment.now.getTime() / hourMs)}`
    const mail = { kind: 'payment_refused' as const, dedupeKey, params: { answer } }
    await notifyOwner(trx, 'problem', mail, { site: shop.library.typed.site, ...moment })
  })
  shop.outbox.nudge()
}

/** A payment page has opened, so cards work. */
export async function forgetRefusal(db: Db): Promise<void> {
  await db.deleteFrom('payment_refusals').where('provider', '=', provider).execute()
}

export async function findRefusals(db: Db): Promise<Finding[]> {
  const rows = await db.selectFrom('payment_refusals').selectAll().execute()
  return rows.map(({ refused_at, answer }) => ({
    where: 'card payments',
    found: `refused since the last that worked, lately at ${refused_at}: ${answer}`,
    todo: 'Check STRIPE_SECRET_KEY, its permissions and the account at Stripe. Meanwhile buyers pay by bank transfer.',
  }))
}
