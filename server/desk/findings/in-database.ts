import type { Finding } from '#shared/desk/overview-answers.ts'
import type { Site } from '#shared/seller/site.ts'
import { isDemonstration } from '../../demo/mark.ts'
import { outboxDepth } from '../../messages/mail/outbox.ts'
import { findUndelivered } from '../../messages/webhooks/receivers.ts'
import { lookIntoQuarantine } from '../../people/contact/quarantine.ts'
import type { Db } from '../../runtime/db/database.ts'
import { findRefusals } from '../../shop/payments/refusals.ts'

type Guide = { quarantine: string } & Parameters<typeof findUndelivered>[2]

/** @param see where its reader finds what was found */
export async function findInDatabase(
  db: Db,
  { site, now, see }: { site: Pick<Site, 'webhooks'>; now: Date; see: Guide },
): Promise<Finding[]> {
  const [quarantine, undelivered, refusals] = await Promise.all([
    lookIntoQuarantine(db, now),
    findUndelivered(db, site, see),
    findRefusals(db),
  ])
  const marked = (await isDemonstration(db)) ? [demonstration] : []
  if (!quarantine) return [...marked, ...refusals, ...undelivered]
  const found = `${quarantine.waiting} in quarantine within 30 days`
  const todo = `People may be among the spam. ${see.quarantine}`
  return [...marked, ...refusals, { where: 'messages', found, todo }, ...undelivered]
}

const demonstration: Finding = {
  where: 'database',
  found: 'a demonstration',
  todo: 'Its site sends no mail and no webhook, takes no card, and lets programs pass as people. Real orders want an empty database.',
}

/** A mail that waits longer has failed more than once, or no process sends. */
const mailWaitsSeconds = 15 * 60

/** The desk's Today shows these mails itself, so only `doctor` asks. */
export async function findWaitingMails(db: Db, now: Date): Promise<Finding[]> {
  const { dead, queued, oldestSeconds } = await outboxDepth(db, now)
  const findings: Finding[] = []
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
  return findings
}
