import type { Found, HelpAnswer, HelpSearch } from '#shared/help/help-search.ts'
import { searchWordsIn } from '../../content/page-files.ts'
import { buildIndex, type IndexData } from '../../content/search/build-index.ts'
import { searchFields, searchIndex } from '../../content/search/search-index.ts'
import type { ContentStore } from '../../content/store.ts'
import { readQuestion, readSynonyms, type Term, wordsOf } from './read-question.ts'
import { type Entry, listEntries } from './search-entries.ts'

const foundMax = 12
/** Minimum score relative to the best; lower results are noise. */
const leastOfBest = 0.2
const synonymWorth = 0.6
const calledWorth = 2
/** Share of a question’s words that a good match contains. */
const nearShare = 0.6
const excerptMax = 180

type Scored = { entry: Entry; score: number; share: number }

/** Searches help, pricing, downloads, news and releases. Builds the index once per content revision. */
export function createHelpSearch(store: Pick<ContentStore, 'revision' | 'documents'>): HelpSearch {
  let kept: { revision: string; library: Promise<Searched> } | undefined
  return async (typed) => {
    const { revision } = store
    if (kept?.revision !== revision) kept = { revision, library: open(store) }
    return answer(await kept.library, typed)
  }
}

type Searched = {
  entries: Entry[]
  /** Tags of each entry, normalised by `plain`. */
  called: ReadonlySet<string>[]
  index: IndexData
  synonyms: ReturnType<typeof readSynonyms>
}

async function open(store: Pick<ContentStore, 'documents'>): Promise<Searched> {
  const documents = store.documents()
  const entries = listEntries(documents)
  const fields = entries.map(({ title, description, tags, lines }) => ({
    title: plain(title),
    description: plain(description),
    tags: plain(tags.join(' ')),
    text: plain(lines.join('\n')),
  }))
  const index = await buildIndex(fields.map((each) => ({ fields: each })))
  const called = entries.map(({ tags }) => new Set(tags.map(plain)))
  return { entries, called, index, synonyms: readSynonyms(searchWordsIn(documents)?.same) }
}

/** Normalises text as `wordsOf` does a question. */
function plain(text: string): string {
  return wordsOf(text).join(' ')
}

function answer({ index, synonyms, ...named }: Searched, typed: string): HelpAnswer {
  const terms = readQuestion(typed, synonyms)
  const scores = terms.map((term, place) => scoreTerm(index, term, place === terms.length - 1))
  const known = scores.filter((each) => each.some((score) => score > 0))
  const unknown = terms.filter((_, place) => !known.includes(scores[place] as Float64Array))
  const ranked = rank(named, known, plain(typed))
  const telling = unknown.filter(({ typed }) => !/^\d+$/.test(typed.join('')))
  return {
    found: ranked.map(({ entry }) => toFound(entry, terms)),
    unknown: telling.map(({ typed }) => typed.join(' ')),
    isNear: telling.length === 0 && (ranked[0]?.share ?? 0) >= nearShare,
  }
}

/** Ranks pages with all words far above others, and a page whose tag is the question first. */
function rank(
  { entries, called }: Pick<Searched, 'entries' | 'called'>,
  known: readonly Float64Array[],
  question: string,
): Scored[] {
  const scored = entries.map((entry, place): Scored => {
    const hits = known.map((scores) => scores[place] ?? 0).filter((score) => score > 0)
    const share = hits.length / (known.length || 1)
    const sum = hits.reduce((total, score) => total + score, 0)
    const worth = called[place]?.has(question) ? entry.worth * calledWorth : entry.worth
    return { entry, share, score: sum * share * share * worth }
  })
  const sorted = scored.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score)
  const least = (sorted[0]?.score ?? 0) * leastOfBest
  return sorted.filter(({ score }) => score >= least).slice(0, foundMax)
}

/** Allows a wrong letter only if the exact word occurs nowhere. */
function scoreTerm(index: IndexData, { typed, others }: Term, isLast: boolean): Float64Array {
  const exact = scorePhrases(
    index,
    [{ words: typed, worth: 1 }, ...others.map((words) => ({ words, worth: synonymWorth }))],
    isLast,
    false,
  )
  if (exact.some((score) => score > 0)) return exact
  return scorePhrases(index, [{ words: typed, worth: 1 }], isLast, true)
}

type Phrase = { words: readonly string[]; worth: number }

/** Scores each entry by its best phrase. */
function scorePhrases(
  index: IndexData,
  phrases: readonly Phrase[],
  isLast: boolean,
  edits: boolean,
): Float64Array {
  const scores = phrases.map(({ words, worth }) => {
    // While people type, the last word may be a prefix. Short prefixes would match too much.
    const prefix = isLast || words.every((word) => word.length >= prefixMin)
    const found = searchIndex(index, { words: [...words], fields: searchFields, all: true, prefix, edits })
    return found.map((score) => (score * worth) / words.length)
  })
  const [first = new Float64Array(), ...rest] = scores
  return rest.reduce((best, each) => best.map((score, place) => Math.max(score, each[place] ?? 0)), first)
}

const prefixMin = 4

function toFound({ path, title, note, date, description, lines }: Entry, terms: readonly Term[]): Found {
  const excerpt = excerptOf([description, ...lines], terms)
  return { path, title, note, ...(date !== undefined && { date }), excerpt }
}

/** The first line with the most words of the question. */
function excerptOf(lines: readonly string[], terms: readonly Term[]): string {
  let best = { line: lines.find(Boolean) ?? '', count: 0 }
  for (const line of lines) {
    const words = wordsOf(line)
    const count = terms.filter((term) => stands(term, words)).length
    if (count > best.count) best = { line, count }
  }
  return shorten(best.line, terms)
}

function stands({ typed, others }: Term, words: readonly string[]): boolean {
  return [typed, ...others].some((phrase) =>
    phrase.every((word) =>
      words.some((each) => each === word || (word.length >= prefixMin && each.startsWith(word))),
    ),
  )
}

/** Cuts a long line around the question's words. */
function shorten(line: string, terms: readonly Term[]): string {
  if (line.length <= excerptMax) return line
  const words = line.split(' ')
  const first = words.findIndex((word) =>
    terms.some((term) => stands({ ...term, others: [] }, wordsOf(word))),
  )
  const from = Math.max(0, first - 8)
  let shown = from > 0 ? '…' : ''
  for (const word of words.slice(from)) {
    if (shown.length + word.length > excerptMax) return `${shown.trimEnd()} …`
    shown += `${word} `
  }
  return shown.trimEnd()
}
