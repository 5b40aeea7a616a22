import { minuteIn } from '#shared/calendar/calendar.ts'
import { describeWho } from '#shared/desk/audit-words.ts'
import type { TimeSort } from '#shared/desk/sorts.ts'
import type { StatementList } from '#shared/desk/statement-answers.ts'
import type { Data, Seller } from '../../context.ts'
import type { Db } from '../../runtime/db/database.ts'
import { eachPage, type Page, readSorted, type SortColumns, toPage } from '../../runtime/db/keyset.ts'
import type { CsvRow } from '../../web/http/csv.ts'
import { listAccounts } from './accounts.ts'

const byTime: SortColumns = { created_at: 'statements.created_at', id: 'statements.id' }

export async function listStatements(reader: Db, page: Page<TimeSort>): Promise<StatementList> {
  const { rows, next } = await listStatementsPage(reader, page)
  const statements = rows.map(({ created_at: createdAt, ...statement }) => ({ ...statement, createdAt }))
  return { statements, next, ...(await listAccounts(reader)) }
}

async function listStatementsPage(reader: Db, page: Page<TimeSort>) {
  const statements = reader
    .selectFrom('statements')
    .innerJoin('bank_accounts', 'bank_accounts.id', 'account_id')
    .select(['statements.id', 'name as account', 'lines', 'who', 'statements.created_at'])
  return toPage(await readSorted(statements, byTime, page), byTime, page)
}

export const statementColumns = ['account', 'read', 'by', 'lines']

export async function* statementRows(
  { database: { reader }, library }: Data & Seller,
  query: { sort: TimeSort },
): AsyncGenerator<CsvRow[]> {
  const { timeZone } = library.typed.site.company
  for await (const rows of eachPage((page) => listStatementsPage(reader, page), query))
    yield rows.map(({ account, created_at, who, lines }) => [
      ...[account, minuteIn(timeZone, created_at), describeWho(who), lines],
    ])
}
