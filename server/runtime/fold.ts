/** Letters that aren't just accented, and those with a second spelling: "Müller" is also "Mueller". */
export const spellings: readonly (readonly [letter: string, plain: string, spelled?: string])[] = [
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ß', 'ss'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ı', 'i'],
  ['ø', 'o', 'oe'],
  ['ä', 'a', 'ae'],
  ['ö', 'o', 'oe'],
  ['ü', 'u', 'ue'],
  ['å', 'a', 'aa'],
]

/** Join their neighbours: "O’Brien" is "obrien". */
export const apostrophes = ["'", '’', '‘', '`', '´'] as const

const joined = new RegExp(`[${apostrophes.join('')}]`, 'g')
const plain = new Map(spellings.map(([letter, text]) => [letter, text]))
const spelled = new Map(spellings.map(([letter, text, second = text]) => [letter, second]))

const special = new RegExp(`[${spellings.map(([letter]) => letter).join('')}]`, 'g')

/** "straße" → "strasse". @param text in lower case */
export function plainLetters(text: string): string {
  return spell(text, plain)
}

function spell(text: string, table: Map<string, string>): string {
  return text.replace(special, (letter) => table.get(letter) ?? letter)
}

/**
 * Splits text into words in lower case without accents.
 * @returns one or two spellings of each word
 * @param text untrusted
 */
export function foldWords(text: string): string[][] {
  const small = text.replace(joined, '').normalize('NFKC').toLowerCase()
  return small.split(/[^\p{L}\p{M}\p{N}]+/u).flatMap((word) => {
    const forms = [...new Set([plain, spelled].map((table) => fold(word, table)))]
    return forms[0] ? [forms] : []
  })
}

function fold(word: string, table: Map<string, string>): string {
  return spell(word, table)
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
}
