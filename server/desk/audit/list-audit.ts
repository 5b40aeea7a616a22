import { sql } from 'kysely'
import type { AuditList, AuditListQuery } from '#shared/desk/answers.ts'
import type { AuditSort } from '#shared/desk/sorts.ts'
import { describeKey } from '#shared/desk/words.ts'
import { readFacts } from '../../runtime/audit.ts'
import type { Db } from '../../runtime/db/database.ts'
import { type Page, readSorted, toPage } from '../../runtime/db/keyset.ts'
import { shownEmail } from '../../runtime/shown-email.ts'
import { type Days, withinDays } from '../within-days.ts'

const columns = { at: 'at', id: 'id' }

export type AuditFilter = Pick<AuditListQuery, 'who'> & Days

export async function listAudit(
  db: Db,
  { who, ...days }: AuditFilter,
  page: Page<AuditSort>,
): Promise<{ rows: AuditList['entries']; next: string | null }> {
  let entries = db.selectFrom('audit_entries').selectAll().where(withinDays('at', days))
  if (who !== undefined) entries = entries.where('who', '=', who)
  const found = await readSorted(entries, columns, page)
  const { rows, next } = toPage(found, columns, page)
  const names = await namesOf(
    db,
    rows.map(({ subject }) => subject),
  )
  return {
    rows: rows.map(({ id: _, ...entry }) => ({
      ...entry,
      name: entry.subject === entry.who ? entry.who : shownEmail(names.get(entry.subject) ?? entry.subject),
      before: readFacts(entry.before),
      after: readFacts(entry.after),
    })),
    next,
  }
}

const named = [
  { prefix: 'ord_', table: 'orders', name: 'number' },
  { prefix: 'lic_', table: 'licences', name: 'key_hint' },
  { prefix: 'qte_', table: 'quotes', name: 'number' },
  { prefix: 'msg_', table: 'messages', name: 'reference' },
  { prefix: 'mail_', table: 'mails', name: 'recipient' },
  { prefix: 'tok_', table: 'desk_tokens', name: 'email' },
] as const

/** Skips codes and e-mails, which are names already. */
async function namesOf(db: Db, subjects: string[]): Promise<Map<string, string>> {
  const names = new Map<string, string>()
  for (const { prefix, table, name } of named) {
    const ids = subjects.filter((subject) => subject.startsWith(prefix))
    if (ids.length === 0) continue
    const rows = await db
      .selectFrom(table as 'orders')
      .select(['id', sql.ref<string>(name).as('name')])
      .where('id', 'in', [...new Set(ids)])
      .execute()
    for (const row of rows) names.set(row.id, name === 'key_hint' ? `key ${describeKey(row.name)}` : row.name)
  }
  return names
}
