import type { Columns } from './columns.ts'

/**
 * How many orders each address has, and what they brought, less what went back. Triggers keep it, so no writer can forget it.
 * They add and subtract, because two transactions that counted would miss each other's order.
 */
export function sumsOf(engine: Columns['engine']): string[] {
  return [
    // A reseller's sum may pass 32 bits.
    `create table customer_sums (email text primary key, orders integer not null, kept bigint not null)`,
    `create index customer_sums_by_kept on customer_sums (kept, email)`,
    ...(engine === 'sqlite' ? onSqlite : onPostgres),
  ]
}

const kept = (
  order: string,
) => `case when ${order}.status in ('paid', 'partially_refunded', 'refunded', 'disputed')
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
  `create trigger orders_summed after insert on orders begin ${add}; end`,
  `create trigger orders_summed_changed after ${changing} on orders when ${isOther}
    begin ${subtract}; ${add}; ${forget}; end`,
]

const onPostgres = [
  `create function orders_summed() returns trigger language plpgsql as $$
    begin ${add}; return null; end $$`,
  `create trigger orders_summed after insert on orders
    for each row execute function orders_summed()`,
  `create function orders_summed_changed() returns trigger language plpgsql as $$
    begin ${subtract}; ${add}; ${forget}; return null; end $$`,
  `create trigger orders_summed_changed after ${changing} on orders
    for each row when (${isOther}) execute function orders_summed_changed()`,
]
