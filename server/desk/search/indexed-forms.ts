import { plainLetters } from '../../runtime/fold.ts'
import { digitsOfEachScript } from './plain-digits.ts'

/** More than a lexeme of PostgreSQL takes would fail its query. */
const longest = 200

/**
 * A word as an index of texts may hold it. SQLite's keeps widths, and the marks of other scripts than Latin. PostgreSQL's
 * keeps all marks but common accents, and in a C locale capitals beyond ASCII.
 * @returns letters and digits, apart by blanks where a sign stands for several words @param word untrusted
 */
export function indexedForms(word: string): string[] {
  return [...new Set(digitsOfEachScript(word).flatMap(withEachAlef).flatMap(formsOf))]
}

const alefs = ['ا', 'أ', 'إ', 'آ']
/** Each more would take four times as many forms. */
const mostAlefs = 3
/** No Arabic word is longer. Folding many forms of long text takes too long. */
const longestVaried = 40

/** Arabic is often typed without the hamza of an alef. */
function withEachAlef(word: string): string[] {
  const letters = [...word.normalize()]
  if (letters.length > longestVaried) return [word]
  const places = letters.flatMap((letter, place) => (alefs.includes(letter) ? [place] : []))
  const words = places
    .slice(0, mostAlefs)
    .reduce((all, place) => all.flatMap((each) => alefs.map((alef) => each.with(place, alef))), [letters])
  return words.map((each) => each.join(''))
}

function formsOf(word: string): string[] {
  const typed = plain(word)
  const bare = typed.normalize('NFKD').replace(/[\u0300-\u036f]/g, '')
  const small = [typed.normalize(), typed.normalize('NFKC'), bare].map((form) => form.toLowerCase())
  const [first = '', ...rest] = bare
  const capital = [bare, first.toUpperCase() + rest.join('').toLowerCase(), bare.toUpperCase()]
  const forms = [
    ...small,
    // Only at a word's end does JavaScript write a small sigma so.
    ...small.map((form) => form.replaceAll('ς', 'σ')),
    ...capital.map((form) => form.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())),
  ]
  const readable = forms.map((form) =>
    form
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
      .trim()
      .slice(0, longest),
  )
  return [...new Set(readable)].filter((form) => form !== '')
}

function plain(word: string): string {
  return Array.from(word, (letter) => {
    const small = letter.toLowerCase()
    const letters = plainLetters(small)
    return letters === small ? letter : letters
  }).join('')
}
