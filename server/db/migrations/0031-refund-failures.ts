import { type Kysely, sql } from 'kysely'

/** Counts every failed refund, so that another try which fails at once is noticed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `alter table orders add column refund_failures integer not null default 0`,
    `update orders set refund_failures = refund_failed + refund_repaid where refund_failed + refund_repaid > 0`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
