import { type Kysely, sql } from 'kysely'

/** The primary key gives each machine one trial for good. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table trials (machine_id text primary key, started_at text not null, expires_at text not null)`,
    )
    .execute(db)
}
