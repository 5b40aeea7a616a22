import { type Kysely, sql } from 'kysely'

/** Orders from before have null: any later refund of an equal sum counts as the retry of a failed one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table orders add column failed_refunds text').execute(db)
}
