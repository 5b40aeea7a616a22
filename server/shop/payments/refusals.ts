import type { Found } from '#shared/desk/overview-answers.ts'
import type { Site } from '#shared/seller/site.ts'
import type { Clock, Data, Post } from '../../context.ts'
import { notifyOwner } from '../../messages/mail/notify-owner.ts'
import type { Db } from '../../runtime/db/database.ts'
import { momentOf } from '../../runtime/moment.ts'
import { type PaymentProvider, PaymentRefused } from './provider.ts'

const mostLetters = 300
const hourMs = 3_600_000

/** Kinds of refused requests, as stored, with their words. Success of one says nothing about another. */
const matters = {
  stripe: {
    what: 'new payment pages',
    todo: 'Check STRIPE_SECRET_KEY, its permissions and the account at Stripe. Meanwhile buyers pay by bank transfer.',
  },
  'stripe payments': {
    what: 'questions about payments',
    todo: 'Check STRIPE_SECRET_KEY, its permissions and the account at Stripe. Orders that are paid meanwhile wait for their keys.',
  },
  'stripe refunds': {
    what: 'refunds',
    todo: 'See the payment in Stripe’s dashboard, and check the permissions of STRIPE_SECRET_KEY.',
  },
  'stripe warnings': {
    what: 'questions about disputes, early fraud warnings and reviews',
    todo: 'Let the key of STRIPE_SECRET_KEY read disputes, Radar and reviews. Until then nobody hears of them here.',
  },
}

type Matter = keyof typeof matters

type Parts = Data &
  Clock &
  Post & {
    library: { typed: { site: Site } }
  }

/**
 * Shows refusals to `doctor` and Today until such a request succeeds. Mails the owner at most once an hour.
 */
export function noteRefusals(payments: PaymentProvider, parts: Parts): PaymentProvider {
  const { db } = parts.database
  async function watch<Answer>(matter: Matter, act: () => Promise<Answer>): Promise<Answer> {
    try {
      const answer = await act()
      // Null means that nothing was paid, or reading isn't allowed, so it proves nothing.
      if (answer !== null) await forgetRefusal(db, matter)
      return answer
    } catch (error) {
      if (error instanceof PaymentRefused && error.code !== 'email_invalid')
        await recordRefusal(parts, matter, error)
      throw error
    }
  }
  return {
    ...payments,
    openSession: (...asked) => watch('stripe', () => payments.openSession(...asked)),
    async readPayment(order) {
      const seen = await watch('stripe payments', () => payments.readPayment(order))
      if (seen?.denied) await keepRefusal(db, 'stripe warnings', seen.denied, parts.clock())
      else if (seen?.denied === null) await forgetRefusal(db, 'stripe warnings')
      return seen
    },
    findOrderId: (intent) => watch('stripe payments', () => payments.findOrderId(intent)),
    refund: (...asked) => watch('stripe refunds', () => payments.refund(...asked)),
    refundAgain: (...asked) => watch('stripe refunds', () => payments.refundAgain(...asked)),
  }
}

async function recordRefusal(shop: Parts, matter: Matter, refused: PaymentRefused): Promise<void> {
  const moment = momentOf(shop)
  await shop.database.db.transaction().execute(async (trx) => {
    const answer = await keepRefusal(trx, matter, refused, moment.now)
    const hour = Math.floor(moment.now.getTime() / hourMs)
    // Separate keys, so that a refused look-up or refund doesn't hide that card payments fail.
    const dedupeKey = `payment_refused:${matter}:${hour}`
    const mail = { kind: 'payment_refused' as const, dedupeKey, params: { answer, matter } }
    await notifyOwner(trx, 'problem', mail, { site: shop.library.typed.site, ...moment })
  })
  shop.outbox.nudge()
}

async function keepRefusal(
  db: Db,
  provider: Matter,
  { status, code, message }: PaymentRefused,
  now: Date,
): Promise<string> {
  const answer = `${status}${code ? ` ${code}` : ''}: ${message}`.slice(0, mostLetters)
  const row = { provider, refused_at: now.toISOString(), answer }
  await db
    .insertInto('payment_refusals')
    .values(row)
    .onConflict((conflict) => conflict.column('provider').doUpdateSet(row))
    .execute()
  return answer
}

/** Reads first, because most requests had no refusal to delete. */
async function forgetRefusal(db: Db, provider: Matter): Promise<void> {
  const known = db.selectFrom('payment_refusals').select('provider').where('provider', '=', provider)
  if (await known.executeTakeFirst())
    await db.deleteFrom('payment_refusals').where('provider', '=', provider).execute()
}

export async function findRefusals(db: Db): Promise<Found[]> {
  const rows = await db.selectFrom('payment_refusals').selectAll().orderBy('provider').execute()
  return rows.map(({ provider, refused_at, answer }) => {
    const { what, todo } = matters[provider as Matter] ?? matters.stripe
    const found = `${what} refused since the last that worked, lately at ${refused_at}: ${answer}`
    // Buyers can't pay by card until it works again.
    const grade = provider === 'stripe' ? ('stops' as const) : ('hurts' as const)
    return { grade, where: 'card payments', found, todo }
  })
}
