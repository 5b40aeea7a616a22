import type { Db } from './database.ts'

/**
 * The next number of a series, from 1. Whoever else wants one waits for this transaction to end, and what is rolled back
 * leaves no gap.
 */
export async function nextNumber(trx: Db, series: string): Promise<number> {
  const { value } = await trx
    .insertInto('counters')
    .values({ name: series, value: 1 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({ value: eb('counters.value', '+', 1) })),
    )
    .returning('value')
    .executeTakeFirstOrThrow()
  return value
}
