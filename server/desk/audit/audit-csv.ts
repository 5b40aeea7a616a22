import { describeAct, describeWho } from '#shared/desk/audit-words.ts'
import type { AuditSort } from '#shared/desk/sorts.ts'
import type { Db } from '../../runtime/db/database.ts'
import { eachPage, type Page } from '../../runtime/db/keyset.ts'
import type { CsvRow } from '../../web/http/csv.ts'
import { type AuditFilter, listAudit } from './list-audit.ts'

/** `at` is UTC, and `before` and `after` are JSON, as the audit has them. */
export const auditColumns = ['at', 'who', 'did', 'act', 'to', 'subject', 'before', 'after']

export async function* auditRows(
  reader: Db,
  query: AuditFilter & { sort: AuditSort },
): AsyncGenerator<CsvRow[]> {
  const read = async (page: Page<AuditSort>) => {
    const { entries, next } = await listAudit(reader, query, page)
    return { rows: entries, next }
  }
  for await (const entries of eachPage(read, query)) {
    yield entries.map(({ at, who, act, name, subject, before, after }) => [
      at,
      describeWho(who),
      describeAct(act, who),
      act,
      name,
      subject,
      JSON.stringify(before),
      JSON.stringify(after),
    ])
  }
}
