import { type Kysely, sql } from 'kysely'

/** What other programs are told, and how that went. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table webhook_deliveries (
      id text primary key,
      dedupe_key text not null unique,
      type text not null,
      url text not null,
      payload text not null,
      status text not null,
      attempts integer not null,
      next_attempt_at text not null,
      leased_until text,
      lease text,
      last_error text,
      created_at text not null,
      sent_at text
    )`,
    `create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where status = 'queued'`,
    `create index webhook_deliveries_by_time on webhook_deliveries (created_at)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
