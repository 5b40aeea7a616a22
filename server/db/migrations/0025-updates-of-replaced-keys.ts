import { type Kysely, sql } from 'kysely'

/** Whoever still has a replaced key is offered what it covered on that day, whatever is bought later. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table replaced_keys add column updates_until text').execute(db)
  const current = 'select updates_until from licences where licences.id = replaced_keys.licence_id'
  await sql.raw(`update replaced_keys set updates_until = (${current})`).execute(db)
}
