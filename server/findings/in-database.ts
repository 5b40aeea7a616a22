import type { Finding } from '#shared/desk/overview-answers.ts'
import type { Site } from '#shared/site.ts'
import { lookIntoQuarantine } from '../contact/quarantine.ts'
import type { Db } from '../db/database.ts'
import { findUndelivered } from '../webhooks/receivers.ts'

type Guide = { quarantine: string } & Parameters<typeof findUndelivered>[2]

/** @param see where its reader finds what was found */
export async function findInDatabase(
  db: Db,
  { site, now, see }: { site: Pick<Site, 'webhooks'>; now: Date; see: Guide },
): Promise<Finding[]> {
  const [quarantine, undelivered] = await Promise.all([
    lookIntoQuarantine(db, now),
    findUndelivered(db, site, see),
  ])
  if (!quarantine) return undelivered
  const found = `${quarantine.waiting} in quarantine within 30 days`
  const todo = `People may be among the spam. ${see.quarantine}`
  return [{ where: 'messages', found, todo }, ...undelivered]
}
