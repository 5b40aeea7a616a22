import type { IndexData } from './build-index.ts'
import { matchTerms, type TermMatch } from './match-terms.ts'
import type { Postings } from './postings.ts'

const weights = { title: 4, tags: 2, description: 1.5, slug: 1.5, summary: 1.5, notes: 1, text: 1 }
export type SearchField = keyof typeof weights
export const searchFields = Object.keys(weights) as SearchField[]

export type WordQuery = {
  words: string[]
  fields: readonly SearchField[]
  all: boolean
  prefix: boolean
  /** Allows longer words to differ from a term by one edit. */
  edits: boolean
}

/** Scores by place; zero if not found. */
export type Scores = Float64Array

export function searchIndex(
  { size, terms, postings }: IndexData,
  { words, fields, all, prefix, edits }: WordQuery,
): Scores {
  const found = [...new Set(words)].map((word) => {
    const matches = matchTerms(terms, word, { prefix, edits: edits && mayDiffer(word) })
    const scores = new Float64Array(size)
    for (const field of fields) addScores(scores, matches, postings.get(field) as Postings, weights[field])
    return scores
  })
  const [first = new Float64Array(size), ...rest] = found
  return rest.reduce(all ? intersect : unite, first)
}

const hangul = /^\p{sc=Hangul}/u
/** Korean particles of one syllable. */
const withParticle = /[은는이가을를의에로와과도만]$/u

/** One edit would turn v-if into v-for and config.js into config.ts, so every joined word must be long. */
function mayDiffer(term: string): boolean {
  return term.split('-').every(isLong)
}

/** A Korean syllable corresponds to two or three letters, and most words end in a particle. */
function isLong(word: string): boolean {
  return word.length >= 4 || (hangul.test(word) && (word.length === 3 || withParticle.test(word)))
}

/** The usual constants of Okapi BM25 for term saturation and length normalisation. */
const k1 = 1.2
const b = 0.75
const worth = { exact: 1, prefix: 0.7, edit: 0.4 }

function addScores(scores: Scores, matches: TermMatch[], postings: Postings, weight: number): void {
  const { starts, documents, counts, lengths, averageLength, holders } = postings
  for (const { term, kind } of matches) {
    const from = starts[term] as number
    const to = starts[term + 1] as number
    const rarity = Math.log(1 + (holders - (to - from) + 0.5) / (to - from + 0.5))
    const factor = weight * worth[kind] * rarity * (k1 + 1)
    for (let at = from; at < to; at++) {
      const document = documents[at] as number
      const count = counts[at] as number
      const length = (lengths[document] as number) / averageLength
      scores[document] = (scores[document] as number) + (factor * count) / (count + k1 * (1 - b + b * length))
    }
  }
}

function intersect(scores: Scores, others: Scores): Scores {
  return scores.map((score, place) => (score > 0 && others[place] ? score + others[place] : 0))
}

function unite(scores: Scores, others: Scores): Scores {
  return scores.map((score, place) => score + (others[place] as number))
}
