import { type Kysely, sql } from 'kysely'
import type { Columns } from './columns.ts'

/** Sums of documents beside their content, so the books are read from an index. */
export async function up(db: Kysely<unknown>, { engine }: Columns): Promise<void> {
  const member = (name: string) =>
    engine === 'sqlite' ? `json_extract(content, '$.${name}')` : `content::json ->> '${name}'`
  // Other texts than those we wrote are nobody's documents.
  const isDocument = engine === 'sqlite' ? 'json_valid(content)' : `content like '{%}'`
  const statements = [
    `alter table invoices add column total integer not null default 0`,
    `alter table invoices add column tax integer not null default 0`,
    `alter table invoices add column taxed integer not null default 0`,
    `update invoices set
      total = coalesce(cast(${member('total')} as integer), 0),
      tax = coalesce(cast(${member('tax')} as integer), 0),
      taxed = case when ${member('taxed')} in ('true', '1') then 1 else 0 end
      where ${isDocument}`,
    `create index invoices_for_books on invoices (issued_at, id, kind, replaces, total, tax, taxed, number, order_id)`,
    `create index activations_seen on activations (seen_at, app_version) where released_at is null`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
