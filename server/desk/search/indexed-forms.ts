import { plainLetters } from '../../runtime/fold.ts'
import { digitsOfEachScript } from './plain-digits.ts'

/** PostgreSQL fails a query with a longer lexeme. */
const longest = 200

/**
 * Spells a word as an index may store it. SQLite's index keeps widths, and the marks of scripts other than
 * Latin. PostgreSQL's keeps all marks but common accents, and upper case beyond ASCII in a C locale.
 * @returns letters and digits, separated by spaces where a sign stands for several words
 * @param word untrusted
 */
export function indexedForms(word: string): string[] {
  return [...new Set(digitsOfEachScript(word).flatMap(withEachAlef).flatMap(formsOf))]
}

const alefs = ['ا', 'أ', 'إ', 'آ']
/** Each further alef would multiply the forms by four. */
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
    // JavaScript writes a final small sigma only at the end of a word.
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
