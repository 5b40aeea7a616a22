import { type Kysely, sql } from 'kysely'

/** Ends tokens, and narrows them. Those made before go on as they are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['expires_at', 'scopes']) {
    await sql.raw(`alter table desk_tokens add column ${column} text`).execute(db)
  }
}
