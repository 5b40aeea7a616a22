import { type Kysely, sql } from 'kysely'

/** Signing keys can be retired, the data secret replaced, and the links of an order withdrawn. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `alter table signing_keys add column retired_at text`,
    `alter table data_secrets add column generation integer not null default 1`,
    `alter table orders add column link_generation integer not null default 0`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
