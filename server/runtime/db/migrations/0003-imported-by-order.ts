import { type Kysely, sql } from 'kysely'

/** An import, and who looks for a licence, ask for the other shop's order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw('create index imported_licences_by_order on imported_licences (order_reference, licence_id)')
    .execute(db)
}
