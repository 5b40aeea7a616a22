import { type Kysely, sql } from 'kysely'

/** Licences can be renewed, upgraded and given seats, and their owners reminded. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `alter table order_lines add column licence_id text references licences (id)`,
    `alter table order_lines add column change text`,
    `create table licence_changes (
      id text primary key,
      licence_id text not null references licences (id),
      ordinal integer not null,
      order_line_id text not null unique references order_lines (id),
      kind text not null,
      before text not null,
      after text not null,
      applied_at text not null,
      reverted_at text,
      unique (licence_id, ordinal)
    )`,
    `create index licences_by_end on licences (updates_until, id) where status = 'active'`,
    `create table reminder_opt_outs (email text primary key, created_at text not null)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
