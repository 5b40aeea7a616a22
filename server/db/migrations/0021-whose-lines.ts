import { type Kysely, sql } from 'kysely'

/** What tells one bank's file from another's, and one line of an account from an equal one of another. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `alter table statement_columns add column layout text`,
    `alter table statements add column layout text`,
    `alter table statements add column sample text`,
    // Null means the shop's own currency, a booked entry, and the statement's account.
    `alter table statement_lines add column currency text`,
    `alter table statement_lines add column pending integer`,
    `alter table statement_lines add column account text`,
    `alter table statement_lines add column twin text`,
    `alter table payments add column statement_twin text`,
    `create index payments_by_twin on payments (statement_twin) where statement_twin is not null`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
