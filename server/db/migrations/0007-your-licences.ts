import { type Kysely, sql } from 'kysely'
import type { Columns } from './columns.ts'

/** Sign-in by mail link, the audit trail, replaced keys, moved licences and corrected invoices. */
export async function up(db: Kysely<unknown>, { bytes }: Columns): Promise<void> {
  const statements = [
    `create table mail_links (
      token_hash text primary key,
      purpose text not null,
      email text not null,
      subject text,
      created_at text not null,
      expires_at text not null,
      spent_at text
    )`,
    `create index mail_links_by_time on mail_links (expires_at)`,
    `create table sessions (
      token_hash text primary key,
      purpose text not null,
      email text not null,
      created_at text not null,
      seen_at text not null,
      expires_at text not null,
      ended_at text
    )`,
    `create index sessions_open on sessions (purpose, email) where ended_at is null`,
    `create index sessions_by_time on sessions (expires_at)`,
    `create table audit_entries (
      id text primary key,
      at text not null,
      who text not null,
      act text not null,
      subject text not null,
      before text not null,
      after text not null
    )`,
    `create index audit_entries_by_time on audit_entries (at, id)`,
    `create index audit_entries_by_subject on audit_entries (subject, at)`,
    `create table replaced_keys (
      key_hash text primary key,
      licence_id text not null references licences (id),
      key_hint text not null,
      replaced_at text not null
    )`,
    `create index replaced_keys_by_licence on replaced_keys (licence_id, replaced_at)`,
    `create table licence_moves (
      id text primary key,
      from_email text not null,
      to_email text not null,
      licence_ids text not null,
      started_at text not null,
      accepted_at text,
      confirmed_at text,
      undone_at text
    )`,
    `alter table licences add column moved_at text`,
    // Addresses are ASCII, so both engines fold their case alike.
    `create index licences_by_email on licences (lower(email))`,
    `create index orders_by_email on orders (lower(customer_email))`,
    `create index mails_by_recipient on mails (lower(recipient))`,
    `create index messages_by_email on messages (lower(email))`,
    `create index licence_moves_by_start on licence_moves (from_email, started_at)`,
    // SQLite can't drop a constraint, and an order may now have several invoices.
    `create table corrected_invoices (
      id text primary key,
      order_id text not null references orders (id),
      kind text not null,
      number text not null,
      refunded integer not null,
      correction integer not null default 0,
      replaces text,
      issued_at text not null,
      content text not null,
      pdf ${bytes} not null,
      unique (kind, number),
      unique (order_id, kind, refunded, correction)
    )`,
    `insert into corrected_invoices (id, order_id, kind, number, refunded, issued_at, content, pdf)
      select id, order_id, kind, number, refunded, issued_at, content, pdf from invoices`,
    `drop table invoices`,
    `alter table corrected_invoices rename to invoices`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
