import { describeAct, describeWho } from '#shared/desk/audit-words.ts'
import type { Db } from '../../runtime/db/database.ts'
import { eachPage } from '../../runtime/db/keyset.ts'
import type { CsvRow } from '../../web/http/csv.ts'
import { listAudit } from './list-audit.ts'

/** `at` is UTC, and `before` and `after` are JSON, as the audit has them. */
export const auditColumns = ['at', 'who', 'did', 'act', 'to', 'subject', 'before', 'after']

export async function* auditRows(reader: Db): AsyncGenerator<CsvRow[]> {
  const read = async (page: Parameters<typeof listAudit>[1]) => {
    const { entries, next } = await listAudit(reader, page)
    return { rows: entries, next }
  }
  for await (const entries of eachPage(read)) {
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
