import { type Kysely, sql } from 'kysely'

/** What banks took by disputes of money that had gone back already. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table orders add column taken_twice integer not null default 0`).execute(db)
}
