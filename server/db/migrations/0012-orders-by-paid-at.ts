import { type Kysely, sql } from 'kysely'

/** Lets an index answer which orders were paid within a day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`create index orders_by_paid_at on orders (paid_at)`).execute(db)
}
