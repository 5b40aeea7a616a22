import type { SelectQueryBuilder } from 'kysely'
import type { Schema } from './schema.ts'

/** Counts the rows of a query, which must select nothing itself. */
export async function countRows<Table extends keyof Schema>(
  query: SelectQueryBuilder<Schema, Table, object>,
): Promise<number> {
  const counted = query.select(({ fn }) => fn.countAll<number>().as('count'))
  return (await counted.executeTakeFirstOrThrow()).count
}
