import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { startJobs } from '../../jobs.ts'
import { describeOnBothEngines } from '../../testing/support/databases.ts'
import { libraryWithStaff } from '../../testing/support/desk.ts'
import { useShops } from '../../testing/support/shop.ts'
import { keepUpload } from './keep-upload.ts'
import { purgeUploads } from './purge-uploads.ts'
import { storeStatement } from './take-statement.ts'

const now = new Date('2026-06-01T00:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60 * 1000).toISOString()

describeOnBothEngines('the purge of statements', (databases) => {
  const { create } = databases
  const openShop = useShops(databases)

  test('is one of the jobs', async () => {
    const { ctx } = await openShop({ clock: () => now })
    const { db } = ctx.database
    await db
      .insertInto('statement_uploads')
      .values({ id: 'sta_old', started_at: daysAgo(2), question: '{}', file: Buffer.from('a') })
      .execute()
    const jobs = startJobs(ctx)
    await expect.poll(() => db.selectFrom('statement_uploads').selectAll().execute()).toEqual([])
    await jobs.stop()
  })

  test('deletes what an upload of a day ago left, lines or a file, and no others', async () => {
    const { database } = await create()
    const { db } = database
    const library = await libraryWithStaff()
    const uploadAt = (time: Date) => ({ database, library, clock: () => time, random: randomBytes })
    const breakOffAt = (time: Date) => ({ ...uploadAt(time), clock: brokenOffAfter(time) })
    const rows = Array.from({ length: 1500 }, (_, index) => `31/05/2026,+1.00,LINE ${index}`)
    const upload = {
      bytes: Buffer.from(`Date,Amount,Description\n${rows.join('\n')}\n`),
      newAccount: 'main',
      chosen: null,
      who: 'test',
    }
    const yesterday = new Date(daysAgo(1.1))
    const whole = await storeStatement(uploadAt(yesterday), upload)
    await expect(storeStatement(breakOffAt(yesterday), upload)).rejects.toThrow('broken off')
    await expect(storeStatement(breakOffAt(now), upload)).rejects.toThrow('broken off')
    const question = { code: 'columns_unknown', detail: '', values: {}, sample: null, asks: null }
    await keepUpload(uploadAt(yesterday), { id: null, file: Buffer.from('old'), question })
    await keepUpload(uploadAt(now), { id: null, file: Buffer.from('new'), question })
    const linesOf = async () => {
      const lines = await db
        .selectFrom('statement_lines')
        .select(({ fn }) => ['statement_id as id', fn.countAll<number>().as('lines')])
        .groupBy('statement_id')
        .execute()
      return lines.map(({ id, lines }) => [id === whole, Number(lines)]).sort()
    }
    expect(await linesOf()).toEqual([
      [false, 1500],
      [false, 1500],
      [true, 1500],
    ])
    while (await purgeUploads(db, now)) expect((await linesOf()).length).toBeGreaterThan(1)
    expect(await linesOf()).toEqual([
      [false, 1500],
      [true, 1500],
    ])
    const left = await db.selectFrom('statement_uploads').select('file').execute()
    expect(left.map(({ file }) => file && Buffer.from(file).toString()).sort()).toEqual(['new', null])
  })
})

/** The time is asked before the lines are stored, and once more for the statement itself. */
function brokenOffAfter(time: Date): () => Date {
  let asked = 0
  return () => {
    asked += 1
    if (asked > 1) throw new Error('broken off')
    return time
  }
}
