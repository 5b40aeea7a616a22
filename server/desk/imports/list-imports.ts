import { minuteIn } from '#shared/calendar/calendar.ts'
import { describeWho } from '#shared/desk/audit-words.ts'
import type { ListedImport } from '#shared/desk/import-answers.ts'
import type { TimeSort } from '#shared/desk/sorts.ts'
import type { Db } from '../../runtime/db/database.ts'
import { byTime, type Page, readSorted, toPage } from '../../runtime/db/keyset.ts'
import type { Columns } from '../../web/http/csv.ts'
import { toListed } from './view-import.ts'

export async function listImports(reader: Db, page: Page<TimeSort>) {
  const found = await readSorted(reader.selectFrom('imports').selectAll(), byTime, page)
  const { rows, next } = toPage(found, byTime, page)
  return { rows: rows.map(toListed), next }
}

export const importColumns: Columns<ListedImport> = {
  file: ({ name }) => name,
  read: ({ createdAt }, timeZone) => minuteIn(timeZone, createdAt),
  by: ({ who }) => describeWho(who),
  state: ({ state }) => state,
  rows: ({ rows }) => rows,
  done: ({ done }) => done,
  new: ({ created }) => created,
  known: ({ known }) => known,
  refused: ({ refused }) => refused,
}
