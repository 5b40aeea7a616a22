import { type RawBuilder, sql } from 'kysely'
import { readKeyGroup } from '#shared/licensing/licence-key.ts'
import { asciiEmail } from '#shared/text/email.ts'
import { groupLookup } from '../../licences/licensing/stored-key.ts'
import type { Database, Db } from '../../runtime/db/database.ts'
import type { SearchEntryRow } from '../../runtime/db/rows/search.ts'
import { foldWords } from '../../runtime/fold.ts'
import type { Secrets } from '../../runtime/keys/data-secret.ts'

export type Kind = SearchEntryRow['kind']

/** Further words hardly narrow a search. */
const mostWords = 8

/** Folds words. @returns the spellings of each @param text untrusted */
export function wordsOf(text: string): string[][] {
  return foldWords(text.split(' ').map(asciiEmail).join(' ')).slice(0, mostWords)
}

/**
 * The end of another shop's key is stored with 0 for O, and with 1 for I and L.
 * @param secrets those by which words may also be groups of a key of ours
 */
export function keyWordsOf(text: string, secrets?: Secrets): string[][] {
  return wordsOf(text).map((forms) => {
    const group = readKeyGroup(forms[0] ?? '')
    const digits = forms.flatMap((word) => [word, word.replaceAll('o', '0').replace(/[il]/g, '1')])
    return [...new Set(secrets && group !== null ? [...digits, groupLookup(group, secrets)] : digits)]
  })
}

type Searched = Pick<Database, 'reader' | 'engine'>

export type Wanted = {
  kind: Kind
  /** At least one, from `wordsOf`. One spelling of each must fit. */
  words: string[][]
  /** Match words as they are, not as beginnings; or anywhere within names. */
  how?: 'whole' | 'inside'
  /** One of each list must fit. Of an empty list, anything does. */
  facets?: string[][]
  /** Only what was made before this subject. */
  before?: string | undefined
  /** Queries of the oldest and the newest subject that may be found. */
  first?: RawBuilder<string> | undefined
  last?: RawBuilder<string> | undefined
  /** A condition on `search_entries.subject`. */
  where?: RawBuilder<boolean> | undefined
  limit: number
}

/** Ids of what holds every word, newest first. */
export async function findSubjects(database: Searched, wanted: Wanted): Promise<string[]> {
  const rows = await (database.engine === 'sqlite' ? onSqlite : onPostgres)(database.reader, wanted)
  return rows.map(({ subject }) => subject)
}

type Found = { subject: string }

/** Shorter ones stand in too many names. */
const shortestInside = 3

/** Whether each word is long enough to be looked for inside of names. */
export function mayBeInside(words: string[][]): boolean {
  return words.every(([word = '']) => word.length >= shortestInside)
}

/** "quokka" → "quo", "uok", "okk", "kka" */
function trigramsOf(word: string): string[] {
  const letters = [...word]
  return letters.slice(2).map((_, index) => letters.slice(index, index + 3).join(''))
}

/** FTS5 gives its rows by falling id, so SQLite stops at the limit. */
async function onSqlite(reader: Db, wanted: Wanted): Promise<Found[]> {
  const { kind, facets = [], limit } = wanted
  if (wanted.how === 'inside') return insideOnSqlite(reader, wanted)
  // Words and facets hold only letters and digits, so none can be an operator.
  const groups = [[kind], ...filtersOf(facets)].map((group) => `(${group.join(' OR ')})`)
  const texts = spell(wanted, (word, isWhole) => (isWhole ? `"${word}"` : `"${word}"*`), ' OR ')
  const match = `facets:(${groups.join(' AND ')}) AND words:(${texts.join(' AND ')})`
  const { rows } = await sql<Found>`
    select subject from search_index cross join search_entries on search_entries.id = search_index.rowid
    where search_index match ${match} ${within(sql`search_index.rowid`, wanted)}
    order by search_index.rowid desc limit ${limit}`.execute(reader)
  return rows
}

/** @param wanted has no facets */
async function insideOnSqlite(reader: Db, wanted: Wanted): Promise<Found[]> {
  const { kind, words, limit } = wanted
  const match = [[[`<${kind[0]}>`]], ...words.map((forms) => forms.map(trigramsOf))]
    .map((forms) => forms.map((parts) => `(${parts.map((part) => `"${part}"`).join(' AND ')})`).join(' OR '))
    .map((forms) => `(${forms})`)
    .join(' AND ')
  const { rows } = await sql<Found>`
    select subject from search_names cross join search_entries on search_entries.id = search_names.rowid
    where search_names match ${match} ${within(sql`search_names.rowid`, wanted)}
    order by search_names.rowid desc limit ${limit}`.execute(reader)
  return rows
}

function spell(
  { words, how }: Wanted,
  quote: (word: string, isWhole: boolean) => string,
  or: string,
): string[] {
  return words.map((forms) => {
    const quoted = forms.map((word) => quote(word, how === 'whole' || isYear(word, words)))
    return `(${quoted.join(or)})`
  })
}

/** Each number of a year begins with it, and PostgreSQL would read them all. */
function isYear(word: string, { length }: string[][]): boolean {
  return length > 1 && /^20\d\d$/.test(word)
}

/** A frequent word is soon found among the newest, and of a rare one the index holds few. */
const newestRead = 1000

/** GIN gives its rows unsorted, so the newest are read without it first. */
async function onPostgres(reader: Db, wanted: Wanted): Promise<Found[]> {
  const { kind, facets = [], limit } = wanted
  const groups = filtersOf(facets).map((group) => `(${group.map((facet) => `'=${facet}'`).join(' | ')})`)
  const texts =
    wanted.how === 'inside'
      ? wanted.words.map((forms) => `(${forms.map(insideOnPostgres).join(' | ')})`)
      : spell(wanted, (word, isWhole) => (isWhole ? `'${word}'` : `'${word}':*`), ' | ')
  const isMatch = sql<boolean>`lexemes @@ ${[...groups, ...texts].join(' & ')}::tsquery`
  const ofKind = sql`from search_entries where kind = ${sql.lit(kind)} ${within(sql`id`, wanted)}`
  const { rows: newest } = await sql<Found>`
    select subject from (select * ${ofKind} order by id desc limit ${newestRead}) as newest
    where ${isMatch} order by id desc limit ${limit}`.execute(reader)
  if (newest.length === limit) return newest
  const { rows } = await sql<Found>`
    with found as materialized (select id, subject ${ofKind} and ${isMatch})
    select subject from found order by id desc limit ${limit}`.execute(reader)
  return rows
}

function insideOnPostgres(word: string): string {
  return `(${trigramsOf(word)
    .map((part) => `'~${part}'`)
    .join(' & ')})`
}

function within(id: RawBuilder<unknown>, { kind, before, first, last, where }: Wanted): RawBuilder<unknown> {
  const placeOf = (subject: string | RawBuilder<string>) =>
    sql`(select id from search_entries where kind = ${kind} and subject = ${subject})`
  return sql`${before ? sql`and ${id} < ${placeOf(before)}` : sql``}
    ${first ? sql`and ${id} >= ${placeOf(first)}` : sql``}
    ${last ? sql`and ${id} <= ${placeOf(last)}` : sql``}
    ${where ? sql`and ${where}` : sql``}`
}

/** Spells each as one word. */
function filtersOf(facets: string[][]): string[][] {
  return facets
    .filter(({ length }) => length > 0)
    .map((group) => group.map((facet) => facet.replaceAll('_', '')))
}

/** Sorts rows as their ids are. */
export function inOrder<Row extends { id: string }>(ids: string[], rows: Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Whether a text holds the beginnings of all words. */
export function areIn(words: string[][], texts: string[][]): boolean {
  const known = texts.flat()
  return words.every((forms) => forms.some((word) => known.some((text) => text.startsWith(word))))
}
