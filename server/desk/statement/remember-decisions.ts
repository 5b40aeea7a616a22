import type { Db, Trx } from '../../runtime/db/database.ts'
import type { StatementRow } from '../../runtime/db/rows/statements.ts'
import { isSameLayout, type Remembered, toRemember } from './read/decisions.ts'

/** Decisions about the account's last booked CSV. */
export async function recallDecisions(db: Db, accountId: string): Promise<Remembered | null> {
  const known = await db
    .selectFrom('statement_decisions')
    .select(['decisions', 'layout'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return known ? toRemember(JSON.parse(known.decisions), JSON.parse(known.layout)) : null
}

type Read = Pick<StatementRow, 'account_id' | 'decisions' | 'layout'>

/** Booking shows that the decisions were right. */
export async function rememberDecisions(db: Db, { account_id, decisions, layout }: Read): Promise<void> {
  if (decisions === null || layout === null) return
  await db
    .insertInto('statement_decisions')
    .values({ account_id, decisions, layout })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ decisions, layout }))
    .execute()
}

/** Replaces what is remembered for the same layout, even before anything is booked. */
export async function correctDecisions(trx: Trx, statement: Read): Promise<void> {
  const known = await recallDecisions(trx, statement.account_id)
  if (!known || statement.layout === null) return
  if (isSameLayout(known.layout, JSON.parse(statement.layout))) await rememberDecisions(trx, statement)
}
