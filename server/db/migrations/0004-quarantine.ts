import { type Kysely, sql } from 'kysely'

/** Counts what waits in quarantine without reading the messages of people. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index messages_in_quarantine on messages (created_at) where quarantined = 1`.execute(db)
}
