import { type Kysely, sql } from 'kysely'
import type { Columns } from './columns.ts'

/**
 * Nothing is kept of an order that was accepted for less and refunded. An order that a transfer paid is one by transfer. What
 * a bank decides is asked about each day.
 */
export async function up(db: Kysely<unknown>, { engine, member }: Columns): Promise<void> {
  const statements = [
    ...(engine === 'sqlite' ? onSqlite : onPostgres),
    `update customer_sums set kept = (
      select sum(${kept('orders')}) from orders where lower(customer_email) = customer_sums.email
    )`,
    `update orders set payment_method = 'invoice'
      where payment_method = 'card' and paid_at is not null
        and exists (select 1 from payments where order_id = orders.id and source = 'transfer')
        and not exists (select 1 from payments where order_id = orders.id and source = 'card')`,
    `update orders set next_check_at = '2026-11-29T00:00:00.000Z'
      where payment_method = 'card' and (status = 'disputed' or refund_pending > 0
        or ${member('attention', 'kind')} in ('dispute', 'inquiry'))`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const kept = (order: string) => `case when ${order}.status in ('paid', 'partially_refunded', 'disputed')
  then ${order}.total - ${order}.refunded else 0 end`

const add = `insert into customer_sums (email, orders, kept)
  values (lower(new.customer_email), 1, ${kept('new')})
  on conflict (email) do update
  set orders = customer_sums.orders + 1, kept = customer_sums.kept + excluded.kept`

const subtract = `update customer_sums set orders = orders - 1, kept = kept - (${kept('old')})
  where email = lower(old.customer_email)`

const forget = `delete from customer_sums where email = lower(old.customer_email) and orders = 0`

const isOther = `lower(old.customer_email) <> lower(new.customer_email) or ${kept('old')} <> ${kept('new')}`
const changing = 'update of buyer, status, total, refunded'

const onSqlite = [
  'drop trigger orders_summed',
  'drop trigger orders_summed_changed',
  `create trigger orders_summed after insert on orders begin ${add}; end`,
  `create trigger orders_summed_changed after ${changing} on orders when ${isOther}
    begin ${subtract}; ${add}; ${forget}; end`,
]

const onPostgres = [
  `create or replace function orders_summed() returns trigger language plpgsql as $$
    begin ${add}; return null; end $$`,
  `create or replace function orders_summed_changed() returns trigger language plpgsql as $$
    begin ${subtract}; ${add}; ${forget}; return null; end $$`,
  'drop trigger orders_summed_changed on orders',
  `create trigger orders_summed_changed after ${changing} on orders
    for each row when (${isOther}) execute function orders_summed_changed()`,
]
