import { crockfordAlphabet } from '#shared/crockford-alphabet.ts'
import type { Random } from '../ids.ts'

/** "C-7F3K2Q": one of 2³⁰, to be read out on the phone. Two messages may draw the same; the database tells. */
export function newReference(random: Random): string {
  return `C-${Array.from(random(6), (byte) => crockfordAlphabet[byte % 32]).join('')}`
}
