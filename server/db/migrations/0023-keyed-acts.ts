import { type Kysely, sql } from 'kysely'

/** Lets a key stand for any act, and keeps its first answer. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['made', 'answer'])
    await sql.raw(`alter table idempotency_keys add column ${column} text`).execute(db)
}
