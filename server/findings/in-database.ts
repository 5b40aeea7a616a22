import type { Finding } from '#shared/desk/overview-answers.ts'
import type { Site } from '#shared/site.ts'
import { lookIntoQuarantine } from '../contact/quarantine.ts'
import type { Db } from '../db/database.ts'
import { findUndelivered } from '../webhooks/receivers.ts'

/** @param seeQuarantine where its reader finds the messages */
export async function findInDatabase(
  db: Db,
  { site, now, seeQuarantine }: { site: Pick<Site, 'webhooks'>; now: Date; seeQuarantine: string },
): Promise<Finding[]> {
  const [quarantine, undelivered] = await Promise.all([
    lookIntoQuarantine(db, now),
    findUndelivered(db, site),
  ])
  if (!quarantine) return undelivered
  const found = `${quarantine.waiting} in quarantine within 30 days`
  const todo = `People may be among the spam. ${seeQuarantine}`
  return [{ where: 'messages', found, todo }, ...undelivered]
}
