import { renameSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeOnBothEngines, describeOnSqlite } from '../../testing/support/databases.ts'
import { type Db, databaseFile } from './database.ts'
import { pageSize, pagesOf } from './read-batches.ts'

/** @returns how often this thread came to its turn until `work` resolves */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let [turns, isOver] = [0, false]
  const end = work.finally(() => {
    isOver = true
  })
  while (!isOver) {
    await sleep(1)
    turns += 1
  }
  await end
  return turns
}

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
    expect(await turnsDuring(long)).toBeGreaterThan(10)
    expect((await long).rows).toEqual([{ count: 2_000_000 }])
  })

  test('answers the next query after one that failed', async () => {
    const { database } = await create()
    await expect(sql`select * from no_such_table`.execute(database.reader)).rejects.toThrow('no such table')
    expect((await sql`select 1 as one`.execute(database.reader)).rows).toEqual([{ one: 1 }])
  })
})

describeOnSqlite('writes of many rows', ({ create }) => {
  test('leave this thread free', async () => {
    const { database } = await create()
    const long = sql`
      insert into counters (name, value)
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 300000)
      select 'n' || n, n from numbers`.execute(database.bulk)
    expect(await turnsDuring(long)).toBeGreaterThan(10)
    expect((await long).numAffectedRows).toBe(300_000n)
  })

  test('of a transaction that fails are undone, and the error says why', async () => {
    const { database } = await create()
    const row = { name: 'a', value: 1 }
    const failing = database.bulk.transaction().execute(async (trx) => {
      await trx.insertInto('counters').values(row).execute()
      await trx.insertInto('counters').values(row).execute()
    })
    await expect(failing).rejects.toMatchObject({ code: 'ERR_SQLITE_ERROR', errcode: 1555 })
    expect(await database.db.selectFrom('counters').selectAll().execute()).toEqual([])
    await database.bulk.insertInto('counters').values(row).execute()
    expect(await database.db.selectFrom('counters').selectAll().execute()).toEqual([row])
  })

  test('and of this thread wait for each other', async () => {
    const { database } = await create()
    await database.db.insertInto('counters').values({ name: 'a', value: 0 }).execute()
    const count = (db: Db) =>
      db.transaction().execute(async (trx) => {
        const { value } = await trx.selectFrom('counters').select('value').executeTakeFirstOrThrow()
        await trx
          .updateTable('counters')
          .set({ value: value + 1 })
          .execute()
      })
    const turns = Array.from({ length: 20 }, () => [count(database.db), count(database.bulk)])
    await Promise.all(turns.flat())
    expect(await database.db.selectFrom('counters').select('value').execute()).toEqual([{ value: 40 }])
  })

  test('are refused once the file is gone', async () => {
    const { database, environment } = await create()
    await database.bulk.deleteFrom('counters').execute()
    const file = databaseFile(environment.DATA_DIR)
    renameSync(file, `${file}.moved`)
    await expect(database.bulk.deleteFrom('counters').execute()).rejects.toMatchObject({ errcode: 1032 })
  })
})

describeOnBothEngines('reports', ({ create }) => {
  const numbers = (count: number) => sql<{ n: number }>`
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(count)})
    select n from numbers`

  test('hold up no short question, however many run', async () => {
    const { database } = await create()
    const long = sql<{ count: number }>`select count(*) as count from (${numbers(2_000_000)}) as counted`
    const running = Promise.all([1, 2, 3, 4].map(() => long.execute(database.reports)))
    // Behind even one of the reports, this answer would come last.
    const short = sql`select 1 as one`.execute(database.reader)
    const first = await Promise.race([running.then(() => 'reports'), short.then(() => 'short question')])
    expect(first).toBe('short question')
    expect((await running).map(({ rows }) => rows)).toEqual(Array(4).fill([{ count: 2_000_000 }]))
  })

  test('are read in pages that see one state, with others in between', async () => {
    const { database } = await create()
    const { db, reports } = database
    const names = Array.from({ length: pageSize + 10 }, (_, index) => ({ name: `${index}`, value: index }))
    for (let start = 0; start < names.length; start += 500) {
      await db
        .insertInto('counters')
        .values(names.slice(start, start + 500))
        .execute()
    }
    const lengths: number[] = []
    for await (const rows of pagesOf(
      reports,
      sql<{ name: string }>`select name from counters order by value`,
    )) {
      lengths.push(rows.length)
      await db.deleteFrom('counters').execute()
      expect((await sql`select * from counters`.execute(reports)).rows).toEqual([])
    }
    expect(lengths.filter((length) => length > 0)).toEqual([pageSize, 10])
  })

  test('may be left before their end, as often as anybody likes', async () => {
    const { database } = await create()
    for (let left = 0; left < 5; left += 1) {
      for await (const rows of pagesOf(database.reports, numbers(3 * pageSize))) {
        expect(rows[0]).toEqual({ n: 1 })
        break
      }
    }
    await expect(pagesOf(database.reports, sql`select * from nowhere`).next()).rejects.toThrow('nowhere')
    expect((await numbers(1).execute(database.reports)).rows).toEqual([{ n: 1 }])
  })
})
