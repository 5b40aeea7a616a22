import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { SearchEntryRow } from '../../db/rows/search.ts'

export type Kind = SearchEntryRow['kind']

/** A longer text finds nothing that its first words don't. */
const mostWords = 8

/**
 * The words of a text as they are looked for: folded, and each the beginning of what it finds.
 * @param text from outside
 */
export function wordsOf(text: string): string[] {
  const folded = text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
  return folded
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .slice(0, mostWords)
}

type Searched = Pick<Database, 'reader' | 'engine'>

/**
 * The ids of what has every word, what was entered last first. One id may come several times.
 * @param words as `wordsOf` makes them, at least one
 */
export async function findSubjects(
  { reader, engine }: Searched,
  kind: Kind,
  words: string[],
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ subject: string }>`
    ${matching(engine, kind, words)} order by search_entries.id desc limit ${limit}`.execute(reader)
  return rows.map(({ subject }) => subject)
}

/** A query for the column `subject` of everything that has every word. */
export function matching(engine: Database['engine'], kind: Kind, words: string[]) {
  if (engine === 'sqlite') {
    // Words are letters and digits, so nothing in them is an operator of the query's language.
    const query = `kind:${kind} AND words:(${words.map((word) => `"${word}"*`).join(' AND ')})`
    return sql`select subject from search_index join search_entries on search_entries.id = search_index.rowid
      where search_index match ${query}`
  }
  const query = [`'=${kind}'`, ...words.map((word) => `'${word}':*`)].join(' & ')
  return sql`select subject from search_entries where lexemes @@ ${query}::tsquery`
}

/** More than these aren't looked up one by one. */
const fewMatches = 1000

/**
 * A condition on `id` for a list that shows the newest first. Few matches are looked up by their ids; where many match,
 * the list is walked and each row asked whether it does.
 * @param text from outside
 * @returns null for an empty text, which every row matches
 */
export async function chooseMatches(database: Searched, kind: Kind, text = '') {
  if (text === '') return null
  const words = wordsOf(text)
  if (words.length === 0) return sql<boolean>`1 = 0`
  const subjects = await findSubjects(database, kind, words, fewMatches + 1)
  if (subjects.length === 0) return sql<boolean>`1 = 0`
  if (subjects.length > fewMatches) return sql<boolean>`id in (${matching(database.engine, kind, words)})`
  return sql<boolean>`id in (${sql.join([...new Set(subjects)])})`
}
