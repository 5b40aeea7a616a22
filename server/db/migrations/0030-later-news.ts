import { type Kysely, sql } from 'kysely'

/** What a card provider says after the sale: debits under way, refunds that fail, disputes lost, and warnings. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `alter table orders add column payment_state text`,
    `alter table orders add column refund_pending integer not null default 0`,
    `alter table orders add column refund_failed integer not null default 0`,
    `alter table orders add column refund_failure text`,
    `alter table orders add column refund_repaid integer not null default 0`,
    `alter table orders add column taken_back integer not null default 0`,
    `alter table orders add column attention text`,
    `create index orders_by_attention on orders (created_at) where attention is not null`,
    `create index orders_by_refund_failed on orders (created_at) where refund_failed > 0`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
