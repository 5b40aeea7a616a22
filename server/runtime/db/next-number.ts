import type { Db } from './database.ts'

/** Counts from 1 without gaps: concurrent callers wait for this transaction, and a rollback returns the number. */
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

/** Makes later numbers exceed this one. */
export async function numberTaken(trx: Db, series: string, value: number): Promise<void> {
  await trx
    .insertInto('counters')
    .values({ name: series, value })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ value }).where('counters.value', '<', value),
    )
    .execute()
}
