import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('create index statements_by_time on statements (created_at, id)').execute(db)
}
