import { type Kysely, sql } from 'kysely'

/** Tokens of the desk, refunds with their reasons, and a ledger of payments, to which earlier payments are added. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table desk_tokens (
      id text primary key,
      token_hash text not null unique,
      email text not null,
      created_at text not null,
      used_at text,
      revoked_at text
    )`,
    `create index desk_tokens_by_email on desk_tokens (email)`,
    `create table payments (
      id text primary key,
      order_id text not null references orders (id),
      dedupe_key text not null unique,
      amount integer not null,
      currency text not null,
      received_at text not null,
      reference text,
      source text not null,
      statement_line text,
      who text not null,
      created_at text not null
    )`,
    `create index payments_by_order on payments (order_id, received_at)`,
    `create index payments_by_time on payments (received_at, id)`,
    `insert into payments (id, order_id, dedupe_key, amount, currency, received_at, reference, source, who, created_at)
      select 'pay_' || id, id, coalesce('card:' || payment_intent, 'order:' || id), received_amount, received_currency,
        coalesce(paid_at, checked_at, created_at), payment_intent,
        case when payment_intent is null then 'transfer' else 'card' end, '', created_at
      from orders where received_amount is not null and received_currency is not null`,
    `create table refunds (
      id text primary key,
      order_id text not null references orders (id),
      refunded integer not null,
      reason text,
      licence_ids text not null,
      who text not null,
      asked_at text not null,
      done_at text
    )`,
    `create index refunds_by_order on refunds (order_id, refunded)`,
    `alter table messages add column answered_at text`,
    `alter table messages add column answered_by text`,
    `create index messages_unanswered on messages (created_at) where answered_at is null and quarantined = 0`,
    `create index orders_by_state_and_time on orders (status, created_at, id)`,
    `create index orders_listed on orders (created_at, id)`,
    `create index licences_listed on licences (created_at, id)`,
    `create index mails_listed on mails (created_at, id)`,
    `create index invoices_by_time on invoices (issued_at, id)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
