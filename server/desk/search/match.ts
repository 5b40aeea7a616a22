import { sql } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { SearchEntryRow } from '../../db/rows/search.ts'

export type Kind = SearchEntryRow['kind']

/** Further words hardly narrow a search. */
const mostWords = 8

/** Folds words; each matches as a prefix. @param text untrusted */
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

/** Ids whose texts hold every word, newest first. An id may repeat. @param words at least one, from `wordsOf` */
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

/** Selects the `subject` of every match. */
export function matching(engine: Database['engine'], kind: Kind, words: string[]) {
  if (engine === 'sqlite') {
    // Words hold only letters and digits, so none can be an operator of FTS5.
    const query = `kind:${kind} AND words:(${words.map((word) => `"${word}"*`).join(' AND ')})`
    return sql`select subject from search_index join search_entries on search_entries.id = search_index.rowid
      where search_index match ${query}`
  }
  const query = [`'=${kind}'`, ...words.map((word) => `'${word}':*`)].join(' & ')
  return sql`select subject from search_entries where lexemes @@ ${query}::tsquery`
}

/** With more matches, walking the list is faster than looking up ids. */
const fewMatches = 1000

/** A condition on `id`: few matches are listed, many are checked row by row. @param text untrusted @returns null for empty text */
export async function chooseMatches(database: Searched, kind: Kind, text = '') {
  if (text === '') return null
  const words = wordsOf(text)
  if (words.length === 0) return sql<boolean>`1 = 0`
  const subjects = await findSubjects(database, kind, words, fewMatches + 1)
  if (subjects.length === 0) return sql<boolean>`1 = 0`
  if (subjects.length > fewMatches) return sql<boolean>`id in (${matching(database.engine, kind, words)})`
  return sql<boolean>`id in (${sql.join([...new Set(subjects)])})`
}
