import { type Kysely, sql } from 'kysely'

/** Lets the indexes alone answer how many machines a licence was on, and which licences moved lately. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create index activations_by_licence on activations (licence_id, machine_id, activated_at)`,
    `create index activations_by_time on activations (activated_at, licence_id, machine_id)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
