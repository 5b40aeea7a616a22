import { type Kysely, sql } from 'kysely'

/**
 * An order names the quote that it was made from. One that ended unpaid gives its quote back. PostgreSQL would check a
 * foreign key by a lock on the quote, and two orders that hold such locks deadlock when both take the quote.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `alter table orders add column quote_id text`,
    `update orders set quote_id = (select id from quotes where quotes.order_id = orders.id)
      where id in (select order_id from quotes where order_id is not null)`,
    `update quotes set order_id = null
      where order_id in (select id from orders where status in ('expired', 'cancelled'))`,
    `create index orders_by_quote on orders (quote_id) where quote_id is not null`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
