import { minuteIn } from '#shared/calendar/calendar.ts'
import { describeWho } from '#shared/desk/audit-words.ts'
import type { TimeSort } from '#shared/desk/sorts.ts'
import type { StatementList } from '#shared/desk/statement-answers.ts'
import type { Db } from '../../runtime/db/database.ts'
import { type Page, readSorted, type SortColumns, toPage } from '../../runtime/db/keyset.ts'
import type { Columns } from '../../web/http/csv.ts'
import { listAccounts } from './accounts.ts'

const byTime: SortColumns = { created_at: 'statements.created_at', id: 'statements.id' }

type ListedStatement = StatementList['statements'][number]
type StatementPage = { rows: ListedStatement[]; next: string | null }

export async function listStatements(reader: Db, page: Page<TimeSort>): Promise<StatementList> {
  return withAccounts(reader, await readStatements(reader, page))
}

export async function readStatements(reader: Db, page: Page<TimeSort>): Promise<StatementPage> {
  const statements = reader
    .selectFrom('statements')
    .innerJoin('bank_accounts', 'bank_accounts.id', 'account_id')
    .select(['statements.id', 'name as account', 'lines', 'who', 'statements.created_at'])
  const { rows, next } = toPage(await readSorted(statements, byTime, page), byTime, page)
  return { rows: rows.map(({ created_at: createdAt, ...statement }) => ({ ...statement, createdAt })), next }
}

export async function withAccounts(reader: Db, { rows, next }: StatementPage): Promise<StatementList> {
  return { statements: rows, next, ...(await listAccounts(reader)) }
}

export const statementColumns: Columns<ListedStatement> = {
  account: ({ account }) => account,
  read: ({ createdAt }, timeZone) => minuteIn(timeZone, createdAt),
  by: ({ who }) => describeWho(who),
  lines: ({ lines }) => lines,
}
