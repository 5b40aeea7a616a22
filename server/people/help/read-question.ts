import type { SearchWords } from '#shared/content/content-pages.ts'
import { questionMax } from '#shared/help/help-words.ts'
import { tokenize } from '../../content/search/tokenize.ts'

/** A word or phrase of a question, with its synonyms as `others`. */
export type Term = { typed: readonly string[]; others: readonly (readonly string[])[] }

type Synonyms = readonly (readonly (readonly string[])[])[]

const termsMax = 12

/** @returns groups of synonyms */
export function readSynonyms(same: SearchWords['same'] = []): Synonyms {
  return same.map((group) => group.map(wordsOf))
}

/** Treats phrases with synonyms as one term. Drops common words, unless there are no others. */
export function readQuestion(question: string, synonyms: Synonyms): Term[] {
  const words = wordsOf(question.slice(0, questionMax))
  const terms: Term[] = []
  for (let at = 0; at < words.length; ) {
    const term = termAt(words, at, synonyms)
    terms.push(term)
    at += term.typed.length
  }
  const telling = terms.filter(({ typed, others }) => others.length > 0 || !common.has(typed.join(' ')))
  const kept = telling.length > 0 ? telling : terms
  return kept.filter(isFirstOfItsKind).slice(0, termsMax)
}

/** Drops apostrophes, so that "don’t" is one word. */
export function wordsOf(text: string): string[] {
  return tokenize(text.replace(/['’]/g, '')).words
}

/** The longest phrase at this place that has synonyms. */
function termAt(words: readonly string[], at: number, synonyms: Synonyms): Term {
  let typed = words.slice(at, at + 1)
  let others: Term['others'] = []
  for (const group of synonyms) {
    for (const phrase of group) {
      const stands = phrase.every((word, place) => sameWord(word, words[at + place] ?? ''))
      if (!stands || phrase.length < typed.length) continue
      const meant = group.filter((other) => other !== phrase)
      others = phrase.length === typed.length ? [...others, ...meant] : meant
      typed = words.slice(at, at + phrase.length)
    }
  }
  return { typed, others }
}

function isFirstOfItsKind({ typed }: Term, place: number, terms: readonly Term[]): boolean {
  return terms.findIndex((other) => other.typed.join(' ') === typed.join(' ')) === place
}

/** Compares words without regard to a plural s. */
function sameWord(a: string, b: string): boolean {
  return singular(a) === singular(b)
}

function singular(word: string): string {
  return word.length > 3 && word.endsWith('s') ? word.slice(0, -1) : word
}

const common = new Set(
  (
    'a about all am an and any are at be been but by can cant could did do does doesnt dont else find for from get gets ' +
    'go had happens has have help how i id if im in into is isnt it its just like make me mine much my need needs no ' +
    'not of on one only or our please possible question should so some still tell than that the their them then ' +
    'there these they this to too try up us use used uses using very want was we what whats when where which who ' +
    'why will with without work working works would yes you your hello hi thanks thank'
  ).split(' '),
)
