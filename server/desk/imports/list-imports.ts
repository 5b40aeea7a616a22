import { minuteIn } from '#shared/calendar/calendar.ts'
import { describeWho } from '#shared/desk/audit-words.ts'
import type { ImportList } from '#shared/desk/import-answers.ts'
import type { TimeSort } from '#shared/desk/sorts.ts'
import type { Data, Seller } from '../../context.ts'
import type { Db } from '../../runtime/db/database.ts'
import { byTime, eachPage, type Page, readSorted, toPage } from '../../runtime/db/keyset.ts'
import type { CsvRow } from '../../web/http/csv.ts'
import { toListed } from './view-import.ts'

export async function listImports(reader: Db, page: Page<TimeSort>): Promise<ImportList> {
  const { rows, next } = await listImportsPage(reader, page)
  return { imports: rows.map(toListed), next }
}

async function listImportsPage(reader: Db, page: Page<TimeSort>) {
  return toPage(await readSorted(reader.selectFrom('imports').selectAll(), byTime, page), byTime, page)
}

export const importColumns = ['file', 'read', 'by', 'state', 'rows', 'done', 'new', 'known', 'refused']

export async function* importRows(
  { database: { reader }, library }: Data & Seller,
  query: { sort: TimeSort },
): AsyncGenerator<CsvRow[]> {
  const { timeZone } = library.typed.site.company
  for await (const rows of eachPage((page) => listImportsPage(reader, page), query)) {
    yield rows
      .map(toListed)
      .map(({ name, createdAt, who, state, ...counts }) => [
        ...[name, minuteIn(timeZone, createdAt), describeWho(who), state],
        ...[counts.rows, counts.done, counts.created, counts.known, counts.refused],
      ])
  }
}
