import type { Finding, Found } from '#shared/desk/overview-answers.ts'
import type { Site } from '#shared/seller/site.ts'
import { outboxDepth } from '../../messages/mail/outbox.ts'
import { findUndelivered } from '../../messages/webhooks/receivers.ts'
import { lookIntoQuarantine } from '../../people/contact/quarantine.ts'
import type { Db } from '../../runtime/db/database.ts'
import { isDemonstration } from '../../runtime/demonstration.ts'
import { findRefusals } from '../../shop/payments/refusals.ts'
import { findOrderedTwice } from '../../shop/quotes/ordered-twice.ts'
import { graded } from './graded.ts'

type Guide = { quarantine: string } & Parameters<typeof findUndelivered>[2]

/** @param see tells the reader where to look up each kind of finding */
export async function findInDatabase(
  db: Db,
  { site, now, see }: { site: Pick<Site, 'webhooks'>; now: Date; see: Guide },
): Promise<Finding[]> {
  const [quarantine, undelivered, refusals, failing, orderedTwice, clock] = await Promise.all([
    lookIntoQuarantine(db, now),
    findUndelivered(db, site, see),
    findRefusals(db),
    findFailingMails(db),
    findOrderedTwice(db, now),
    findClockBehind(db, now),
  ])
  const marked = (await isDemonstration(db)) ? [demonstration] : []
  const hurting = graded('hurts', [
    ...marked,
    ...clock,
    ...refusals,
    ...orderedTwice,
    ...failing,
    ...undelivered,
  ])
  if (!quarantine) return hurting
  const found = `${quarantine.waiting} in quarantine within 30 days`
  const todo = `People may be among the spam. ${see.quarantine}`
  return [...hurting, ...graded('tidy', [{ where: 'messages', found, todo }])]
}

const demonstration: Found = {
  where: 'database',
  found: 'a demonstration',
  todo: 'Its site sends no mail and no webhook, takes no card, and lets programs pass as people. Real orders want an empty database.',
}

/** Clocks of several machines differ by less than this. */
const mostMsOff = 60_000

/** With a slow clock, orders and invoices would get a wrong year in their number and a wrong day. */
async function findClockBehind(db: Db, now: Date): Promise<Found[]> {
  const { newest } = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.max<string | null>('created_at').as('newest'))
    .executeTakeFirstOrThrow()
  if (newest === null || Date.parse(newest) <= now.getTime() + mostMsOff) return []
  return [
    {
      where: 'clock',
      found: `it says ${now.toISOString()}, and the newest order was placed at ${newest}`,
      todo: 'Let the system set it: timedatectl set-ntp true. Until then new orders and invoices get a wrong day, and perhaps a wrong year in their number.',
    },
  ]
}

/** Reports the mail server's answer from the first failed attempt on. */
async function findFailingMails(db: Db): Promise<Found[]> {
  const failing = await db
    .selectFrom('mails')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('last_error').as('error')])
    .where('status', '=', 'queued')
    .where('attempts', '>', 0)
    .where('last_error', 'is not', null)
    .executeTakeFirst()
  if (!failing || failing.count === 0) return []
  return [
    {
      where: 'mails',
      found: `${failing.count} not taken yet (${failing.error})`,
      todo: 'Ask the mail server: npm run admin -- doctor --online. Once it works: mail retry --queued.',
    },
  ]
}

/** A mail that waits longer has failed more than once, or no process sends mail. */
const mailWaitsSeconds = 15 * 60

/** Only `doctor` calls this, because the desk's Today shows these mails itself. */
export async function findWaitingMails(db: Db, now: Date): Promise<Finding[]> {
  const { dead, queued, oldestSeconds } = await outboxDepth(db, now)
  const findings: Found[] = []
  if (dead > 0) {
    findings.push({
      where: 'mails',
      found: `${dead} given up`,
      todo: 'See why: npm run admin -- mail list --status dead, then mail retry --dead.',
    })
  }
  if (oldestSeconds > mailWaitsSeconds) {
    findings.push({
      where: 'mails',
      found: `${queued} queued, the oldest for ${Math.round(oldestSeconds / 60)} minutes`,
      todo: 'See their last errors: npm run admin -- mail list --status queued. The running site sends them.',
    })
  }
  return graded('hurts', findings)
}
