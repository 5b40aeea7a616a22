import { type Kysely, sql } from 'kysely'

/** Finds the few corrected invoices among all, for the books. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const index = 'create index invoices_corrections on invoices (order_id, round) where replaces is not null'
  await sql.raw(index).execute(db)
}
