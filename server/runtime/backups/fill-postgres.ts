import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { openDatabase, type Trx } from '../db/database.ts'
import { migrate } from '../db/migrate.ts'
import { migrations } from '../db/migrations/all.ts'
import type { Schema } from '../db/schema.ts'

/**
 * Fills an empty PostgreSQL from a backup of SQLite. Copies all rows or none, but the schema stays. Triggers
 * fill search and sums.
 * @throws Error for a backup of another version, or a database with rows
 */
export async function fillPostgres(databaseUrl: string, file: string): Promise<void> {
  const source = new DatabaseSync(file, { readOnly: true })
  const database = await openDatabase({ databaseUrl, dataDir: '' })
  try {
    requireThisVersion(source, file)
    await migrate(database)
    await database.db.transaction().execute(async (trx) => {
      await sql`set local statement_timeout = 0`.execute(trx)
      // Some tables reference each other, so no order of filling them works.
      const references = await dropReferences(trx)
      for (const table of tablesOf(source)) {
        await requireNoRows(trx, table)
        for (const rows of batchesOf(source, table)) await trx.insertInto(table).values(rows).execute()
      }
      for (const reference of references) await addReference(trx, reference)
    })
  } finally {
    source.close()
    await database.close()
  }
}

function requireThisVersion(source: DatabaseSync, file: string): void {
  const executed = source.prepare('select name from kysely_migration order by name').all()
  if (executed.map(({ name }) => name).join() === Object.keys(migrations).sort().join()) return
  throw new Error(
    `${file} is of another version. Start this version on its database once, and back up again.`,
  )
}

type Reference = { table: string; name: string; definition: string }

async function dropReferences(trx: Trx): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select conrelid::regclass::text as "table", conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`.execute(trx)
  for (const { table, name } of rows)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.ref(name)}`.execute(trx)
  return rows
}

async function addReference(trx: Trx, { table, name, definition }: Reference): Promise<void> {
  const constraint = sql`constraint ${sql.ref(name)} ${sql.raw(definition)}`
  await sql`alter table ${sql.table(table)} add ${constraint}`.execute(trx)
}

/** Excludes tables of the engine and the migrations, and those that triggers derive. */
function tablesOf(source: DatabaseSync): (keyof Schema)[] {
  const names = source
    .prepare(
      `select name from sqlite_schema where type = 'table' and name <> 'customer_sums'
        and name not glob 'search_*' and name not glob 'sqlite_*' and name not glob 'kysely_*'`,
    )
    .all()
  return names.map(({ name }) => name as keyof Schema)
}

async function requireNoRows(trx: Trx, table: keyof Schema): Promise<void> {
  const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(trx)
  if (rows.length > 0)
    throw new Error(`The database of DATABASE_URL has rows, in ${table}: restore into an empty one.`)
}

/** A document has about 50 KB, and a pending upload up to 5 MiB. */
const batchSize = 20

/** Search lists newer subjects first, by the order of insertion. */
function* batchesOf(source: DatabaseSync, table: keyof Schema): Generator<never[]> {
  const columns = source.prepare(`select name from pragma_table_xinfo(?) where hidden = 0`).all(table)
  const names = columns.map(({ name }) => `"${name}"`).join(', ')
  let rows: never[] = []
  for (const row of source.prepare(`select ${names} from "${table}" order by rowid`).iterate()) {
    rows.push(row as never)
    if (rows.length === batchSize) {
      yield rows
      rows = []
    }
  }
  if (rows.length > 0) yield rows
}
