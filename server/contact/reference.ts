import type { Random } from '../ids.ts'

/** Crockford's base 32: no I, L, O or U, which are misread or misheard. */
const symbols = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** "C-7F3K2Q": one of 2³⁰, to be read out on the phone. Two messages may draw the same; the database tells. */
export function newReference(random: Random): string {
  return `C-${Array.from(random(6), (byte) => symbols[byte % 32]).join('')}`
}
