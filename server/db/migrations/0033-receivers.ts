import { type Kysely, sql } from 'kysely'

/** Keeps which receivers ended their deliveries, and when a person last had a message tried again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table ended_receivers (url text primary key, ended_at text not null)`,
    `alter table mails add column retried_at text`,
    `alter table webhook_deliveries add column retried_at text`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
