import { type Kysely, sql } from 'kysely'
import type { Columns } from './columns.ts'

/** The desk lists orders by their buyers' country, and by what their lines change. */
export async function up(db: Kysely<unknown>, { member }: Columns): Promise<void> {
  const statements = [
    `create index orders_by_country on orders ((${member('buyer', 'country')}), created_at, id)`,
    `create index order_lines_by_change on order_lines ((${member('change', 'kind')}), order_id) where change is not null`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
