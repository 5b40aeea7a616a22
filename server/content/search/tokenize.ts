import { plainLetters } from '../../runtime/fold.ts'

const beyondAscii = /\P{ASCII}/u
/** Matches words joined by one or two characters, as in `v-if`, `nuxt.config.js` or `what's`. */
const asciiWord = /[a-z0-9]+/g
const asciiChain = /[a-z0-9]+(?:[^\sa-z0-9]{1,2}[a-z0-9]+)*/g
const word = /[\p{L}\p{N}\p{M}]+/gu
const chain = /[\p{L}\p{N}\p{M}]+(?:[^\s\p{L}\p{N}\p{M}]{1,2}[\p{L}\p{N}\p{M}]+)*/gu
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Khmer}\p{sc=Lao}\p{sc=Myanmar}]/u
/** Japanese particles are single Hiragana. */
const particle = /^\p{sc=Hiragana}$/u
const joinedMax = 4

let segmenter: Intl.Segmenter | undefined

/** Case and accents are folded. Each word of a chain also starts a joined term. */
type Tokens = { words: string[]; joined: string[] }

/** "Café v-if" gives the words cafe, v and if, and joined v-if. */
export function tokenize(text: string): Tokens {
  const tokens: Tokens = { words: [], joined: [] }
  for (const parts of chainsOf(text)) {
    for (const words of parts) tokens.words.push(...words)
    for (let at = 0; at + 1 < parts.length; at++) tokens.joined.push(join(parts, at))
  }
  return tokens
}

export function tokenizeSearch(text: string): string[] {
  const terms = chainsOf(text).flatMap((parts) => {
    const starts = [...parts.keys()].filter((at) => at % joinedMax === 0)
    return parts.length === 1 ? parts.flat() : starts.map((at) => join(parts, at))
  })
  const meaningful = terms.filter((term) => !particle.test(term))
  return meaningful.length > 0 ? meaningful : terms
}

/** Joins from a part's last word to the first word of a part with several words. */
function join(parts: string[][], start: number): string {
  let term = parts[start]?.at(-1) ?? ''
  for (let at = start + 1; at < start + joinedMax && at < parts.length; at++) {
    term += `-${parts[at]?.[0]}`
    if (parts[at]?.length !== 1) break
  }
  return term
}

function chainsOf(text: string): string[][][] {
  if (!beyondAscii.test(text)) return chainsIn(text.toLowerCase(), asciiChain, asciiWord)
  return chainsIn(fold(text), chain, word).map((parts) =>
    parts
      .map(([part = '']) => (unspaced.test(part) ? segments(part) : [part]))
      .filter(({ length }) => length > 0),
  )
}

function chainsIn(text: string, chain: RegExp, word: RegExp): string[][][] {
  return (text.match(chain) ?? []).map((found) => (found.match(word) ?? []).map((part) => [part]))
}

/** Drops only Latin, Greek and Cyrillic accents; in other scripts marks distinguish words. */
function fold(text: string): string {
  const plain = text.normalize('NFKD').replace(/[\u0300-\u036f]/g, '')
  return plainLetters(plain.normalize('NFC').toLowerCase())
}

function segments(run: string): string[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' })
  return [...segmenter.segment(run)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment)
}
