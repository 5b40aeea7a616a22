import { type RawBuilder, sql } from 'kysely'
import { type Database, type Engine, openInMemory } from './database.ts'
import { runMigrations } from './run-migrations.ts'

type Column = {
  table: string
  name: string
  demanded: boolean
}
type UniqueIndex = { table: string; columns: string }
type Shape = { columns: Column[]; uniques: UniqueIndex[] }

/**
 * A newer schema fits if it only adds tables, optional columns and indexes.
 * @returns one phrase per obstacle
 */
export async function findMisfits(database: Database): Promise<string[]> {
  const [ours, theirs] = [await ownShape(), await shapeOf(database)]
  const tables = new Set(ours.columns.map(({ table }) => table))
  const inOurs = ({ table }: { table: string }) => tables.has(table)
  return [
    ...missing(ours.columns.map(columnName), theirs.columns.map(columnName)).map((name) => `${name} is gone`),
    ...missing(
      theirs.columns.filter((column) => column.demanded && inOurs(column)).map(columnName),
      ours.columns.map(columnName),
    ).map((name) => `${name} must have a value`),
    ...missing(theirs.uniques.filter(inOurs).map(indexName), ours.uniques.map(indexName)).map(
      (name) => `${name} must be unique`,
    ),
  ]
}

const columnName = ({ table, name }: Column) => `${table}.${name}`
const indexName = ({ table, columns }: UniqueIndex) => `${table} (${columns})`

function missing(names: string[], from: string[]): string[] {
  return names.filter((name) => !from.includes(name))
}

async function ownShape(): Promise<Shape> {
  const scratch = openInMemory()
  try {
    await runMigrations(scratch)
    return await shapeOf(scratch)
  } finally {
    await scratch.close()
  }
}

async function shapeOf({ db, engine }: Database): Promise<Shape> {
  const [columns, uniques] = [
    await queries[engine].columns.execute(db),
    await queries[engine].uniques.execute(db),
  ]
  return { columns: columns.rows, uniques: uniques.rows }
}

/** Ignores the search's tables, which differ between the engines and are filled by triggers. */
const queries: Record<Engine, { columns: RawBuilder<Column>; uniques: RawBuilder<UniqueIndex> }> = {
  sqlite: {
    columns: sql`
      select t.name as "table", c.name as name, c."notnull" and c.dflt_value is null and not c.hidden as demanded
      from sqlite_schema t, pragma_table_xinfo(t.name) c where t.type = 'table' and t.name not glob 'search_*'`,
    uniques: sql`
      select "table", group_concat(name, ', ') as columns from (
        select t.name as "table", i.name as "index", c.name as name
        from sqlite_schema t, pragma_index_list(t.name) i, pragma_index_info(i.name) c
        where t.type = 'table' and t.name not glob 'search_*' and i."unique" order by i.name, c.seqno)
      group by "table", "index"`,
  },
  postgres: {
    columns: sql`
      select table_name as "table", column_name as name,
        is_nullable = 'NO' and column_default is null and is_generated = 'NEVER' as demanded
      from information_schema.columns where table_schema = current_schema()`,
    uniques: sql`
      select t.relname as "table", string_agg(a.attname, ', ' order by k.position) as columns
      from pg_index i
      join pg_class t on t.oid = i.indrelid
      cross join lateral unnest(i.indkey) with ordinality as k (number, position)
      join pg_attribute a on a.attrelid = t.oid and a.attnum = k.number
      where i.indisunique and t.relnamespace = current_schema()::regnamespace
      group by t.relname, i.indexrelid`,
  },
}
