import { type Kysely, sql } from 'kysely'
import type { Columns } from './columns.ts'

/** Invoices before payment, discount codes, quotes, and a tax that an order keeps as it was when it was placed. */
export async function up(db: Kysely<unknown>, { bytes }: Columns): Promise<void> {
  const statements = [
    `alter table orders add column discount integer not null default 0`,
    `alter table orders add column vat_id text`,
    `alter table orders add column tax_rule text`,
    `update orders set tax_rule = '{"name":"GST","divisor":11}'`,
    `alter table orders add column transfer_terms text`,
    `alter table orders add column transfer_step_at text`,
    `create index orders_by_transfer_step on orders (transfer_step_at) where transfer_step_at is not null`,
    `alter table order_lines add column discount integer not null default 0`,
    `alter table order_lines add column discounts text not null default '[]'`,
    `create table discount_codes (
      code text primary key,
      percent integer check (percent between 1 and 100),
      amount integer check (amount > 0),
      skus text,
      applies_to text not null,
      from_day text,
      to_day text,
      max_uses integer check (max_uses > 0),
      max_uses_per_address integer check (max_uses_per_address > 0),
      note text not null,
      created_at text not null,
      ended_at text
    )`,
    `create table code_uses (
      order_id text primary key references orders (id),
      code text not null references discount_codes (code),
      email text not null,
      place integer,
      address_place integer,
      reserved_at text not null,
      counted_at text,
      given_back_at text
    )`,
    `create unique index code_uses_place on code_uses (code, place) where given_back_at is null`,
    `create unique index code_uses_address on code_uses (code, email, address_place) where given_back_at is null`,
    `create table quotes (
      id text primary key,
      number text not null unique,
      fingerprint text not null,
      created_at text not null,
      valid_until text not null,
      order_id text unique references orders (id),
      lines text not null,
      currency text not null,
      total integer not null,
      tax integer not null,
      discount integer not null,
      code text,
      tax_rule text,
      price_version text not null,
      customer_name text not null,
      customer_email text not null,
      company_name text,
      abn text,
      vat_id text,
      country text not null,
      purchase_order text,
      content text not null,
      pdf ${bytes} not null
    )`,
    `create index quotes_by_email on quotes (lower(customer_email))`,
    // SQLite can't drop a constraint, and an order that lapsed gets a second invoice when it is paid after all.
    `create table invoices_in_rounds (
      id text primary key,
      order_id text not null references orders (id),
      kind text not null,
      number text not null,
      round integer not null default 0,
      refunded integer not null,
      correction integer not null default 0,
      replaces text,
      issued_at text not null,
      content text not null,
      pdf ${bytes} not null,
      unique (kind, number),
      unique (order_id, kind, round, refunded, correction)
    )`,
    `insert into invoices_in_rounds
        (id, order_id, kind, number, refunded, correction, replaces, issued_at, content, pdf)
      select id, order_id, kind, number, refunded, correction, replaces, issued_at, content, pdf from invoices`,
    `drop table invoices`,
    `alter table invoices_in_rounds rename to invoices`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
