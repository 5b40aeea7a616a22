import { type Kysely, sql } from 'kysely'

/** Finds the open quotes that hold a code's uses, at each order with the code. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const index =
    'create index quotes_by_code on quotes (code, valid_until) where code is not null and order_id is null'
  await sql.raw(index).execute(db)
}
