import { type NotifiedEvent, notificationsOf, type Site } from '#shared/seller/site.ts'
import { foldEmail } from '#shared/text/email.ts'
import type { Db, Trx } from '../../runtime/db/database.ts'
import type { Moment } from '../../runtime/moment.ts'
import { enqueueMail, type NewMail } from './outbox.ts'

export type Notifying = Moment & { site: Pick<Site, 'company' | 'notifications'> }

/** `dedupeKey` gets each recipient appended. */
type OwnerMail = Omit<NewMail, 'recipient'>

/** Call it in the transaction of the event. */
export async function notifyOwner(
  trx: Trx,
  event: NotifiedEvent,
  mail: OwnerMail,
  { site, ...moment }: Notifying,
): Promise<void> {
  for (const { email } of notificationsOf(site, event)) await enqueueFor(trx, email, mail, moment)
}

/** @returns whether the mail is new */
export function enqueueFor(db: Db, email: string, mail: OwnerMail, moment: Moment): Promise<boolean> {
  const dedupeKey = dedupeKeyFor(email, mail.dedupeKey)
  return enqueueMail(db, { ...mail, recipient: email, dedupeKey }, moment)
}

export function dedupeKeyFor(email: string, reason: string): string {
  return `${reason}:${foldEmail(email)}`
}
