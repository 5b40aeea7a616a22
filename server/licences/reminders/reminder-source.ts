import { type Day, dayIn } from '#shared/calendar/calendar.ts'
import type { RenewalOffer } from '#shared/licensing/change-offer.ts'
import { latestForAll, newestCovered } from '#shared/releases/offered-to.ts'
import { routes } from '#shared/routes/routes.ts'
import { foldEmail } from '#shared/text/email.ts'
import type { Clock, Data, Keys, Seller } from '../../context.ts'
import type { MailRow } from '../../runtime/db/rows/mails.ts'
import { licenceTermsOf } from '../changes/change.ts'
import { readHistory } from '../changes/history.ts'
import { optionsFor } from '../changes/options.ts'
import type { ReminderParams } from './params.ts'
import { reminderToken } from './reminder-token.ts'

export type ReminderContent = {
  plan: string
  keyHint: string
  until: Day
  /** Newest covered version. `missed` is the newest of all if it isn't covered. */
  covered: string | null
  missed: string | null
  renewal: RenewalOffer
  currency: string
  /** Name of the tax in domestic prices; null without one. */
  taxName: string | null
  timeZone: string
  renewUrl: string
  stopUrl: string
}

/** @returns null if the licence was renewed, moved or ended since */
export async function readReminder(
  { database: { db }, keyring, clock, config: { siteUrl }, library }: Data & Keys & Clock & Seller,
  mail: Pick<MailRow, 'id' | 'recipient'>,
  { licenceId, updatesUntil }: Omit<ReminderParams, 'kind'>,
): Promise<ReminderContent | null> {
  const { site, pricing, releases } = library.typed
  const { timeZone } = site.company
  const licence = await db
    .selectFrom('licences')
    .selectAll()
    .where('id', '=', licenceId)
    .where('status', '=', 'active')
    .where('updates_until', '=', updatesUntil)
    .executeTakeFirst()
  if (!licence || foldEmail(licence.email) !== foldEmail(mail.recipient)) return null
  const terms = licenceTermsOf(await readHistory(db, licence, timeZone))
  const { renewal } = optionsFor(terms, pricing, { today: dayIn(timeZone, clock()), timeZone })
  if (!renewal) return null
  const [until, secrets] = [dayIn(timeZone, updatesUntil), await keyring.secrets(db)]
  const latest = latestForAll(releases)
  return {
    plan: licence.plan,
    keyHint: licence.key_hint,
    until,
    covered: newestCovered(releases, until)?.version ?? null,
    missed: latest.date > until ? latest.version : null,
    renewal,
    currency: pricing.currency,
    taxName: pricing.tax?.name ?? null,
    timeZone,
    renewUrl: `${siteUrl}${routes.renew}#t=${reminderToken('licence renewal', mail.id, secrets)}`,
    stopUrl: `${siteUrl}${routes.unsubscribe}?token=${reminderToken('reminder opt-out', mail.id, secrets)}`,
  }
}
