import { type RawBuilder, sql } from 'kysely'
import { readKeyGroup } from '#shared/licensing/licence-key.ts'
import { asciiEmail } from '#shared/text/email.ts'
import { groupLookup } from '../../licences/licensing/stored-key.ts'
import type { Database, Db } from '../../runtime/db/database.ts'
import type { SearchEntryRow } from '../../runtime/db/rows/search.ts'
import { apostrophes, foldWords } from '../../runtime/fold.ts'
import type { Secrets } from '../../runtime/keys/data-secret.ts'
import { indexedForms } from './indexed-forms.ts'
import { plainDigits } from './plain-digits.ts'

export type Kind = SearchEntryRow['kind']

/** Further words hardly narrow a search. */
const mostWords = 8

/** Splits a text into folded words. @returns the spellings of each, plainest first @param text untrusted */
export function wordsOf(text: string): string[][] {
  const written = plainDigits(text).split(' ').map(asciiEmail).join(' ')
  return written.split(betweenWords).flatMap(spellingsOf).slice(0, mostWords)
}

/** Apostrophes join letters, and signs such as № and ㈱ stand for letters. SQLite's index omits these. */
const betweenWords = new RegExp(`[^\\p{L}\\p{M}\\p{N}\\p{So}${apostrophes.join('')}]+`, 'u')

function spellingsOf(word: string): string[][] {
  const [forms, ...more] = foldWords(word)
  if (!forms || !/[\p{L}\p{N}]/u.test(word)) return []
  const indexed = indexedForms(apostrophes.reduce((text, mark) => text.replaceAll(mark, ''), word))
  return [more.length > 0 ? indexed : [...new Set([...forms, ...indexed, ...domainOf(word)])]]
}

/** Addresses store an international domain in ASCII (RFC 5891). One label has at most 63 letters. */
function domainOf(word: string): string[] {
  if (word.length > 63) return []
  const domain = asciiEmail(`@${word}`).slice('@'.length)
  return domain.startsWith('xn--') ? [domain] : []
}

/**
 * The stored end of another shop's key has 0 for O, and 1 for I and L.
 * @param secrets for matching words with groups of our own keys
 */
export function keyWordsOf(text: string, secrets?: Secrets): string[][] {
  return wordsOf(text).map((forms) => {
    const group = readKeyGroup(forms[0] ?? '')
    const digits = forms.flatMap((word) => [word, word.replaceAll('o', '0').replace(/[il]/g, '1')])
    return [...new Set(secrets && group !== null ? [...digits, groupLookup(group, secrets)] : digits)]
  })
}

/** Whole words, beginnings of words, or any part of a name. */
export type Way = 'whole' | 'begin' | 'inside'

type Searched = Pick<Database, 'reader' | 'engine'>

export type SubjectQuery = {
  kind: Kind
  /** Spellings of each word, from `wordsOf`; at least one word. One spelling of each word must match. */
  words: string[][]
  /** Ways to match, best first. Defaults to beginnings. */
  ways?: readonly Way[]
  /** One of each list must match. An empty list matches anything. */
  facets?: string[][]
  /** Only subjects created before this one. */
  before?: string | undefined
  /** Queries for the oldest and the newest subject to find. */
  first?: RawBuilder<string> | undefined
  last?: RawBuilder<string> | undefined
  /** A condition on `search_entries.subject`. */
  where?: RawBuilder<boolean> | undefined
  limit: number
}

/** Finds ids of subjects that contain every word, ordered by way, newest first within each. */
export async function findSubjects({ engine, reader }: Searched, wanted: SubjectQuery): Promise<string[]> {
  const found = await (engine === 'sqlite' ? onSqlite : onPostgres)(reader, wanted)
  return [...found].slice(0, wanted.limit)
}

type SubjectRow = { subject: string }

/** Shorter parts occur in too many names. */
const shortestInside = 3

/** Whether each word is long enough to match inside names. */
export function mayBeInside(words: string[][]): boolean {
  return words.every(([word = '']) => word.length >= shortestInside)
}

/** "quokka" → "quo", "uok", "okk", "kka". A shorter word is returned itself and matches nothing. */
function trigramsOf(word: string): string[] {
  const letters = [...word]
  if (letters.length < shortestInside) return [word]
  return letters.slice(2).map((_, index) => letters.slice(index, index + 3).join(''))
}

async function onSqlite(reader: Db, { ways = ['begin'], ...wanted }: SubjectQuery): Promise<Set<string>> {
  const found = new Set<string>()
  for (const way of ways) {
    if (found.size >= wanted.limit) break
    const rows = await (way === 'inside'
      ? insideOnSqlite(reader, wanted)
      : wordsOnSqlite(reader, wanted, way === 'whole'))
    add(found, rows)
  }
  return found
}

/** FTS5 returns rows by descending id, so SQLite stops at the limit. */
async function wordsOnSqlite(reader: Db, wanted: SubjectQuery, areWhole: boolean): Promise<SubjectRow[]> {
  const { kind, words, facets = [], limit } = wanted
  // Words and facets contain only letters, digits and spaces, so none can be an operator.
  const groups = [[kind], ...filtersOf(facets)].map((group) => `(${group.join(' OR ')})`)
  const texts = spell(words, areWhole, (word, isWhole) => (isWhole ? `"${word}"` : `"${word}"*`), ' OR ')
  const match = `facets:(${groups.join(' AND ')}) AND words:(${texts.join(' AND ')})`
  const { rows } = await sql<SubjectRow>`
    select subject from search_index cross join search_entries on search_entries.id = search_index.rowid
    where search_index match ${match} ${within(sql`search_index.rowid`, wanted)}
    order by search_index.rowid desc limit ${limit}`.execute(reader)
  return rows
}

/** @param wanted without facets */
async function insideOnSqlite(reader: Db, wanted: SubjectQuery): Promise<SubjectRow[]> {
  const { kind, words, limit } = wanted
  const match = [[[`<${kind[0]}>`]], ...words.map((forms) => forms.map(trigramsOf))]
    .map((forms) => forms.map((parts) => `(${parts.map((part) => `"${part}"`).join(' AND ')})`).join(' OR '))
    .map((forms) => `(${forms})`)
    .join(' AND ')
  const { rows } = await sql<SubjectRow>`
    select subject from search_names cross join search_entries on search_entries.id = search_names.rowid
    where search_names match ${match} ${within(sql`search_names.rowid`, wanted)}
    order by search_names.rowid desc limit ${limit}`.execute(reader)
  return rows
}

function spell(
  words: string[][],
  areWhole: boolean,
  quote: (word: string, isWhole: boolean) => string,
  or: string,
): string[] {
  return words.map((forms) => {
    const quoted = forms.map((word) => quote(word, areWhole || isYear(word, words)))
    return `(${quoted.join(or)})`
  })
}

/** Every order number of a year begins with it, and PostgreSQL would read them all. */
function isYear(word: string, { length }: string[][]): boolean {
  return length > 1 && /^20\d\d$/.test(word)
}

/** A common word is soon found among the newest entries; the index has few of a rare one. */
const newestRead = 1000

/** GIN returns rows unsorted, so the newest are first read without it, in all ways at once. */
async function onPostgres(reader: Db, { ways = ['begin'], ...wanted }: SubjectQuery): Promise<Set<string>> {
  const { kind, limit } = wanted
  const ofKind = sql`from search_entries where kind = ${sql.lit(kind)} ${within(sql`id`, wanted)}`
  const fitting = (ways: readonly Way[]) => {
    const queries = ways.map((way) => queryOnPostgres(way, wanted))
    const fits = queries.map((query) => sql`lexemes @@ ${query}::tsquery`)
    return {
      place: sql<number>`array_position(array[${sql.join(fits)}], true)`,
      fitsAny: sql<boolean>`lexemes @@ ${queries.join(' | ')}::tsquery`,
    }
  }
  const all = fitting(ways)
  const { rows: newest } = await sql<SubjectRow & { place: number }>`
    select subject, ${all.place} as place from (select * ${ofKind} order by id desc limit ${newestRead}) as newest
    where ${all.fitsAny} order by place, id desc limit ${limit}`.execute(reader)
  const found = new Set<string>()
  for (const [index, way] of ways.entries()) {
    const known = newest.filter(({ place }) => place <= index + 1)
    if (known.length === limit) return add(found, known)
    // A word that is rare among the newest is rare overall, so one query can try all ways.
    const isRare = newest.length < limit
    const { place, fitsAny } = isRare ? all : fitting([way])
    const { rows } = await sql<SubjectRow>`
      with found as materialized (select id, subject, ${place} as place ${ofKind} and ${fitsAny})
      select subject from found order by place, id desc limit ${limit}`.execute(reader)
    add(found, rows)
    if (isRare) break
  }
  return found
}

function add(found: Set<string>, rows: SubjectRow[]): Set<string> {
  for (const { subject } of rows) found.add(subject)
  return found
}

function queryOnPostgres(way: Way, { words, facets = [] }: SubjectQuery): string {
  const groups = filtersOf(facets).map((group) => `(${group.map((facet) => `'=${facet}'`).join(' | ')})`)
  const texts =
    way === 'inside'
      ? words.map((forms) => `(${forms.map(insideOnPostgres).join(' | ')})`)
      : spell(words, way === 'whole', quoteOnPostgres, ' | ')
  return `(${[...groups, ...texts].join(' & ')})`
}

/** A word that the index splits is stored as its parts. */
function lexemesOf(word: string): string[] {
  const parts = word.split(/[^a-z0-9\u00aa-\u1fff\u2c00-\ud7ff\uf900-\uffef]+/).filter(Boolean)
  return parts.length > 0 ? parts : [word]
}

function quoteOnPostgres(word: string, isWhole: boolean): string {
  const quoted = lexemesOf(word).map((part) => (isWhole ? `'${part}'` : `'${part}':*`))
  return `(${quoted.join(' & ')})`
}

function insideOnPostgres(word: string): string {
  const quoted = lexemesOf(word)
    .flatMap(trigramsOf)
    .map((part) => `'~${part}'`)
  return `(${quoted.join(' & ')})`
}

function within(
  id: RawBuilder<unknown>,
  { kind, before, first, last, where }: SubjectQuery,
): RawBuilder<unknown> {
  const placeOf = (subject: string | RawBuilder<string>) =>
    sql`(select id from search_entries where kind = ${kind} and subject = ${subject})`
  return sql`${before ? sql`and ${id} < ${placeOf(before)}` : sql``}
    ${first ? sql`and ${id} >= ${placeOf(first)}` : sql``}
    ${last ? sql`and ${id} <= ${placeOf(last)}` : sql``}
    ${where ? sql`and ${where}` : sql``}`
}

/** Joins a status into one search token. */
function filtersOf(facets: string[][]): string[][] {
  return facets
    .filter(({ length }) => length > 0)
    .map((group) => group.map((facet) => facet.replaceAll('_', '')))
}

/** Sorts rows in the order of their ids. */
export function inOrder<Row extends { id: string }>(ids: string[], rows: Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Whether each word begins a word of the text. */
export function areIn(words: string[][], texts: string[][]): boolean {
  const known = texts.flat()
  return words.every((forms) => forms.some((word) => known.some((text) => text.startsWith(word))))
}
