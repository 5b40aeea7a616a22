import { type Kysely, sql } from 'kysely'

/** Lets each unprocessed event wait on its own, and keeps what the payment provider last refused. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `alter table webhook_events add column next_attempt_at text not null default ''`,
    `update webhook_events set next_attempt_at = received_at`,
    `drop index webhook_events_open`,
    `create index webhook_events_due on webhook_events (next_attempt_at) where processed_at is null`,
    `create table payment_refusals (
      provider text primary key,
      refused_at text not null,
      answer text not null
    )`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
