import type { AuditAct } from '#shared/desk/audit-words.ts'
import type { Db } from './db/database.ts'
import { newEntryId } from './ids.ts'
import type { Moment } from './moment.ts'
import { shownEmail } from './shown-email.ts'

export const commandLine = 'command line'

/** Stands for the card provider, whose reports cause an act, such as a refund made in its dashboard. */
export const cardProvider = ''

export type AuditEntry = {
  /** An email, "command line", "customer", or empty for the card provider. */
  who: string
  act: AuditAct
  subject: string
  /** Never contains a whole licence key. */
  before?: object
  after?: object
}

/** Call it in the transaction of the act, so that no act goes unrecorded. */
export async function recordAudit(
  trx: Db,
  { before = {}, after = {}, ...entry }: AuditEntry,
  { now, random }: Moment,
): Promise<void> {
  const row = {
    id: newEntryId('aud', { now, random }),
    at: now.toISOString(),
    ...entry,
    before: JSON.stringify(before),
    after: JSON.stringify(after),
  }
  await trx.insertInto('audit_entries').values(row).execute()
}

/** Acts on a subject, oldest first. */
export async function findActs(db: Db, subject: string) {
  const acts = await db
    .selectFrom('audit_entries')
    .select(['at', 'who', 'act', 'before', 'after'])
    .where('subject', '=', subject)
    .orderBy('at')
    .orderBy('id')
    .execute()
  return acts.map(({ before, after, ...act }) => ({
    ...act,
    before: readFacts(before),
    after: readFacts(after),
  }))
}

/** Parses an entry's JSON, with e-mail addresses as people read them. */
export function readFacts(json: string): Record<string, unknown> {
  return JSON.parse(json, (_, value) => (typeof value === 'string' ? shownEmail(value) : value))
}

/** The latest act on a subject. */
export function findLatestAct(db: Db, subject: string) {
  return db
    .selectFrom('audit_entries')
    .select(['at', 'who', 'act'])
    .where('subject', '=', subject)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
