import { accountKey } from '#shared/desk/account-key.ts'
import type { Db, Trx } from '../../runtime/db/database.ts'
import type { StatementRow } from '../../runtime/db/rows/statements.ts'
import type { RememberedColumns } from './parse/csv.ts'
import { isSameLayout } from './parse/layout.ts'
import { type Column, columnNames } from './parse/lines.ts'

/** The columns of the account's last booked CSV. */
export async function recallColumns(db: Db, account: string): Promise<RememberedColumns | null> {
  const known = await db
    .selectFrom('statement_columns')
    .select(['columns', 'layout'])
    .where('account', '=', accountKey(account))
    .executeTakeFirst()
  const columns = known && readColumns(known.columns)
  return columns && known.layout ? { columns, layout: JSON.parse(known.layout) } : null
}

type Read = Pick<StatementRow, 'account' | 'columns' | 'layout'>

/** Booking shows that the columns were right. */
export async function rememberColumns(db: Db, { account, columns, layout }: Read): Promise<void> {
  if (columns === null) return
  await db
    .insertInto('statement_columns')
    .values({ account: accountKey(account), columns, layout })
    .onConflict((conflict) => conflict.column('account').doUpdateSet({ columns, layout }))
    .execute()
}

/** A person’s choice replaces the remembered columns of the same layout, even before anything is booked. */
export async function correctColumns(trx: Trx, statement: Read): Promise<void> {
  const known = await recallColumns(trx, statement.account)
  if (!known || statement.layout === null) return
  if (isSameLayout(known.layout, JSON.parse(statement.layout))) await rememberColumns(trx, statement)
}

/** @returns null if a name is unknown */
export function readColumns(text: string): Column[] | null {
  const names = text.split(',').map((name) => name.trim())
  const known = names.flatMap((name) => columnNames.filter((column) => column === name))
  return known.length === names.length ? known : null
}
