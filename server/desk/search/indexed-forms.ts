import { plainLetters } from '../../runtime/fold.ts'

/** More than a lexeme of PostgreSQL takes would fail its query. */
const longest = 200

/**
 * A word as an index of texts may hold it. SQLite's keeps widths, and the marks of other scripts than Latin. PostgreSQL's
 * keeps all marks but common accents, and in a C locale capitals beyond ASCII.
 * @returns letters and digits, apart by blanks where a sign stands for several words @param word untrusted
 */
export function indexedForms(word: string): string[] {
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
