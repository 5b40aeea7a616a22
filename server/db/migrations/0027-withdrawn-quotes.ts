import { type Kysely, sql } from 'kysely'

/** Lets the seller take a quote back before somebody orders it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(`alter table quotes add column withdrawn_at text`).execute(db)
}
