import { sql } from 'kysely'
import { addDays, type Day, dayIn } from '#shared/calendar/calendar.ts'
import type { Overview } from '#shared/desk/overview-answers.ts'
import type { Clock, Data, Seller } from '../../context.ts'
import type { Db } from '../../runtime/db/database.ts'
import { throttleHourly } from '../../runtime/throttle-hourly.ts'
import { wordsOf } from './read-question.ts'

/** Limits rows if somebody types nonsense all day. */
const mostOfDay = 200
const keptDays = 180
const shownDays = 30
const shownMax = 8
const wordsMax = 8
const lengthMax = 60
const batch = 1000

/** Counts words by day, without recording who typed them or in which order. */
export async function countMissedSearch(db: Db, typed: string, day: Day): Promise<void> {
  const words = keptWords(typed)
  if (words === '') return
  await sql`insert into missed_searches (day, words, times)
    select ${day}, ${words}, 1
    where (select count(*) from missed_searches where day = ${day}) < ${mostOfDay}
      or exists (select 1 from missed_searches where day = ${day} and words = ${words})
    on conflict (day, words) do update set times = missed_searches.times + 1`.execute(db)
}

/** Drops what may identify a person, a key or an order: addresses, and words with several digits. */
export function keptWords(typed: string): string {
  const chunks = typed.split(/\s+/).filter((chunk) => !/[@:/]/.test(chunk) && countDigits(chunk) < 3)
  const words = chunks.flatMap(wordsOf).filter((word) => word.length <= 24)
  return words.slice(0, wordsMax).join(' ').slice(0, lengthMax).trim()
}

function countDigits(chunk: string): number {
  return chunk.replace(/\D/g, '').length
}

/** The most frequent words of the last thirty days. */
export async function readMissedSearches(reader: Db, today: Day): Promise<Overview['missedSearches']> {
  const rows = await reader
    .selectFrom('missed_searches')
    .select(({ fn }) => ['words', fn.sum<number | string>('times').as('times')])
    .where('day', '>', addDays(today, -shownDays))
    .groupBy('words')
    .orderBy('times', 'desc')
    .orderBy('words')
    .limit(shownMax)
    .execute()
  return rows.map(({ words, times }) => ({ words, times: Number(times) }))
}

/** @returns whether more may be left */
export async function purgeMissedSearches(db: Db, today: Day): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('missed_searches')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('day', 'words'),
        'in',
        selectFrom('missed_searches')
          .select(['day', 'words'])
          .where('day', '<=', addDays(today, -keptDays))
          .limit(batch)
          .$asTuple('day', 'words'),
      ),
    )
    .executeTakeFirst()
  return numDeletedRows >= batch
}

/** Purges at most once an hour, or sooner while more is left. */
export function createHourlySearchPurge(ctx: Data & Clock & Seller): () => Promise<void> {
  return throttleHourly(ctx.clock, (now) =>
    purgeMissedSearches(ctx.database.db, dayIn(ctx.library.typed.site.company.timeZone, now)),
  )
}
