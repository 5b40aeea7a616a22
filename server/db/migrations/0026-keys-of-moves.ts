import { type Kysely, sql } from 'kysely'

/** A moved licence gets a new key, unless both addresses agreed to keep it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table licence_moves add column keeps_key integer not null default 0').execute(db)
}
