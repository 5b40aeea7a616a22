import { type Kysely, sql } from 'kysely'

/** Bank statements as they were read, and the columns of each account's files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create table statements (
      id text primary key,
      account text not null,
      columns text,
      lines integer not null,
      who text not null,
      created_at text not null
    )`,
    // Lines are written before their statement, which makes them count.
    `create table statement_lines (
      statement_id text not null,
      n integer not null,
      hash text not null,
      day text not null,
      amount integer not null,
      text text not null,
      primary key (statement_id, n)
    )`,
    `create table statement_columns (account text primary key, columns text not null)`,
    `create index payments_by_line on payments (statement_line) where statement_line is not null`,
    `create index orders_awaiting_transfer on orders (created_at) where status = 'pending' and payment_method = 'invoice'`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
