import { type Kysely, sql } from 'kysely'

/** Lets indexes answer what is counted and purged while the site runs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create index orders_by_status on orders (status, id)`,
    `create index mails_unsent on mails (status, created_at) where status <> 'sent'`,
    `create index webhook_events_done on webhook_events (processed_at) where processed_at is not null`,
    `create index idempotency_keys_by_time on idempotency_keys (created_at)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
