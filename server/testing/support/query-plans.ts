import { Kysely, sql } from 'kysely'
import { migrations } from '../../runtime/db/migrations/all.ts'
import { columnsOf } from '../../runtime/db/migrations/columns.ts'
import { nodeSqliteDialect } from '../../runtime/db/node-sqlite-dialect.ts'
import type { Schema } from '../../runtime/db/schema.ts'

export type QueryPlan = { text: string; steps: string[] }

/** Runs queries on an empty SQLite database. @returns how SQLite would read each */
export async function plansOf(run: (db: Kysely<Schema>) => Promise<unknown>): Promise<QueryPlan[]> {
  const queries: { text: string; parameters: readonly unknown[] }[] = []
  const db = new Kysely<Schema>({
    dialect: nodeSqliteDialect(':memory:'),
    log: ({ query }) => void queries.push({ text: query.sql, parameters: query.parameters }),
  })
  for (const { up } of Object.values(migrations)) await up(db as never, columnsOf.sqlite)
  queries.length = 0
  await run(db)
  const plans: QueryPlan[] = []
  for (const { text, parameters } of [...queries]) {
    // SQLite chooses a partial index only once it knows the values.
    const literal = parameters.reduce<string>((query, value) => query.replace('?', toLiteral(value)), text)
    const { rows } = await sql.raw<{ detail: string }>(`explain query plan ${literal}`).execute(db)
    plans.push({ text, steps: rows.map(({ detail }) => detail) })
  }
  await db.destroy()
  return plans
}

function toLiteral(value: unknown): string {
  return typeof value === 'number' ? String(value) : `'${String(value)}'`
}
