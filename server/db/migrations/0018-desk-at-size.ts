import { type Kysely, sql } from 'kysely'

/** Names uploads that haven't ended, so that the lines of a broken-off one can be found; lists licences by status. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table statement_uploads (id text primary key, started_at text not null)`,
    `create index licences_by_state_and_time on licences (status, created_at, id)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
