import { foldWords } from '../../../runtime/fold.ts'
import type { Token } from './tokens.ts'

/** Words that banks and buyers leave out of names. */
const legalForms = new Set([
  'pty',
  'ltd',
  'limited',
  'plc',
  'llc',
  'inc',
  'corp',
  'co',
  'gmbh',
  'ag',
  'bv',
  'sarl',
  'the',
])

/** Words shared by many names, which identify nobody. */
const common = new Set(['school', 'primary', 'college', 'australia', 'council', 'university', 'studio'])

export type TextSpan = [start: number, end: number]

/**
 * Joins initials to the next word: "O BRIEN" is also "obrien".
 * @returns position of each spelling of each word
 */
export function wordsOf(tokens: Token[]): Map<string, TextSpan> {
  const words = new Map<string, TextSpan>()
  const folded = tokens
    .filter(({ kind }) => kind === 'word' || kind === 'number')
    .map(({ text, start, end }) => ({ forms: foldWords(text)[0] ?? [], start, end }))
  for (const [index, { forms, start, end }] of folded.entries()) {
    const before = folded[index - 1]
    for (const form of forms) {
      if (!words.has(form)) words.set(form, [start, end])
      if (before?.forms[0]?.length === 1) words.set(before.forms[0] + form, [before.start, end])
    }
  }
  return words
}

type NameIndex = Map<string, Set<string>>

/** @returns numbers of the orders for each word of their names */
export function indexNames(orders: { number: string; names: string[] }[]): NameIndex {
  const index: NameIndex = new Map()
  for (const { number, names } of orders) {
    for (const form of names.flatMap(foldWords).flat())
      index.set(form, (index.get(form) ?? new Set()).add(number))
  }
  return index
}

/** @returns for each order, the position of its name in the text */
export function findNames(words: Map<string, TextSpan>, index: NameIndex): Map<string, TextSpan> {
  const found = new Map<string, TextSpan>()
  for (const [form, said] of words) {
    for (const number of index.get(form) ?? []) {
      const [start, end] = found.get(number) ?? said
      found.set(number, [Math.min(start, said[0]), Math.max(end, said[1])])
    }
  }
  return found
}

export function hasLongWord(words: Map<string, TextSpan>, names: string[]): boolean {
  return names.flatMap(foldWords).some((forms) => forms.some((form) => isTelling(form) && words.has(form)))
}

function isTelling(form: string): boolean {
  return form.length > 3 && !common.has(form) && !legalForms.has(form)
}

/** One-word names are too common to identify a buyer. */
export function hasWholeName(words: Map<string, TextSpan>, names: string[]): boolean {
  return names.some((name) => {
    const own = foldWords(name).filter(([form = '']) => form.length > 1 && !legalForms.has(form))
    return own.length > 1 && own.every((forms) => forms.some((form) => words.has(form)))
  })
}
