import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeOnSqlite } from '../testing/databases.ts'

describeOnSqlite('the reader', ({ create }) => {
  test('sees what was committed, and can’t write', async () => {
    const { database } = await create()
    await database.db.insertInto('counters').values({ name: 'a', value: 1 }).execute()
    const read = () => database.reader.selectFrom('counters').selectAll().execute()
    expect(await read()).toEqual([{ name: 'a', value: 1 }])
    await expect(
      database.reader.insertInto('counters').values({ name: 'b', value: 1 }).execute(),
    ).rejects.toThrow('readonly')
    await database.db.transaction().execute(async (trx) => {
      await trx.updateTable('counters').set({ value: 2 }).execute()
      expect(await read()).toEqual([{ name: 'a', value: 1 }])
    })
    expect(await read()).toEqual([{ name: 'a', value: 2 }])
  })

  test('leaves this thread free while a query takes long', async () => {
    const { database } = await create()
    await database.reader.selectFrom('counters').selectAll().execute()
    const long = sql<{ count: number }>`
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 2000000)
      select count(*) as count from numbers`.execute(database.reader)
    let turns = 0
    let isOver = false
    const { rows } = await Promise.race([
      long.finally(() => {
        isOver = true
      }),
      (async () => {
        while (!isOver) {
          await sleep(1)
          turns += 1
        }
        return long
      })(),
    ])
    expect(rows).toEqual([{ count: 2_000_000 }])
    expect(turns).toBeGreaterThan(10)
  })

  test('answers the next query after one that failed', async () => {
    const { database } = await create()
    await expect(sql`select * from no_such_table`.execute(database.reader)).rejects.toThrow('no such table')
    expect((await sql`select 1 as one`.execute(database.reader)).rows).toEqual([{ one: 1 }])
  })
})
