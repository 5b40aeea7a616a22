import { type Kysely, sql } from 'kysely'

/** On how many machines a licence has been, and which licences moved lately, is read from the indexes alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    `create index activations_by_licence on activations (licence_id, machine_id, activated_at)`,
    `create index activations_by_time on activations (activated_at, licence_id, machine_id)`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
