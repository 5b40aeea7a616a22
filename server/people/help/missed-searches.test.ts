import { expect, test } from 'vitest'
import type { Day } from '#shared/calendar/calendar.ts'
import { describeOnBothEngines } from '../../testing/support/databases.ts'
import { countMissedSearch, keptWords, purgeMissedSearches, readMissedSearches } from './missed-searches.ts'

const today: Day = '2026-11-26'

describeOnBothEngines('searches without a hit', ({ create }) => {
  test('are counted by day and words, each once, however many come at a time', async () => {
    const { database } = await create()
    const { db, reader } = database
    await Promise.all(Array.from({ length: 20 }, () => countMissedSearch(db, 'Zither  support', today)))
    await countMissedSearch(db, 'zither support', '2026-11-01')
    await countMissedSearch(db, 'xylophone', '2026-10-01')
    expect(await readMissedSearches(reader, today)).toEqual([{ words: 'zither support', times: 21 }])
  })

  test('add only so many rows a day, and count on those that are there', async () => {
    const { database } = await create()
    const { db } = database
    for (let index = 0; index < 203; index++) await countMissedSearch(db, wordOf(index), today)
    await countMissedSearch(db, wordOf(0), today)
    const rows = await db.selectFrom('missed_searches').selectAll().execute()
    expect(rows).toHaveLength(200)
    expect(rows.find(({ words }) => words === wordOf(0))?.times).toBe(2)
  })

  test('go after half a year', async () => {
    const { database } = await create()
    const { db } = database
    for (const day of ['2026-05-30', '2026-05-31'] as const) await countMissedSearch(db, 'zither', day)
    expect(await purgeMissedSearches(db, today)).toBe(false)
    expect(await db.selectFrom('missed_searches').select('day').execute()).toEqual([{ day: '2026-05-31' }])
  })
})

function wordOf(index: number): string {
  return `w${String.fromCharCode(97 + (index % 26))}${String.fromCharCode(97 + Math.floor(index / 26))}`
}

test.each([
  ['How do I use  OBS?', 'how do i use obs'],
  ['ada@example.com lost key', 'lost key'],
  ['PRMT-18FP-X4BJ-S07E-NW3A-HRZ6-DMHQ refused', 'refused'],
  ['order 2026-000012', 'order'],
  ['https://example.com/x help', 'help'],
])('of “%s” is kept “%s”', (typed, kept) => expect(keptWords(typed)).toBe(kept))
