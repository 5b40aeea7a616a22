import { crockfordAlphabet } from '#shared/licensing/crockford-alphabet.ts'
import type { Random } from '../../runtime/ids.ts'

/** "C-7F3K2Q", one of 2³⁰, for the phone. The database refuses duplicates. */
export function newReference(random: Random): string {
  return `C-${Array.from(random(6), (byte) => crockfordAlphabet[byte % 32]).join('')}`
}
