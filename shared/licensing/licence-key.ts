/** Crockford's base32 omits I, L, O and U, which resemble other characters or make words. */
export const crockfordAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const groupLength = 4
const prefixLength = 4
/** 22 symbols have 110 random bits. */
export const keyRandomness = 22
export const keyLength = prefixLength + keyRandomness + 2

/** "PRMT-7K2Q-…-9XQ4". @param prefix four characters of Crockford's base32 @param random 22 bytes; five bits of each are used */
export function createLicenceKey(prefix: string, random: Uint8Array): string {
  if (random.length !== keyRandomness) throw new RangeError(`A key takes ${keyRandomness} random bytes`)
  const symbols = [...toSymbols(prefix), ...Array.from(random, (byte) => byte & 31)]
  return group(fromSymbols([...symbols, ...checkSymbols(symbols)]))
}

/** Keeps invalid characters, so that people see their typos. */
export function formatLicenceKey(text: string): string {
  return group(compactKey(text))
}

type KeyFlaw = 'character' | 'length' | 'check'

/** @returns null for a valid key */
export function findKeyFlaw(text: string): KeyFlaw | null {
  const compact = compactKey(text)
  if (!isInAlphabet(compact)) return 'character'
  if (compact.length !== keyLength) return 'length'
  return passesCheck(compact) ? null : 'check'
}

export function isLongerThanKey(text: string): boolean {
  return compactKey(text).length > keyLength
}

/** "…-9XQ4". Safe to show in logs, answers and pages. */
export function hintOfLicenceKey(key: string): string {
  return `…-${key.slice(-groupLength)}`
}

/** The pieces between its hyphens. @param key as issued */
export function groupsOfLicenceKey(key: string): string[] {
  return key.split('-')
}

/** Reads a group of four characters into its issued form, as `readLicenceKey` does. Null if it isn't one. */
export function readKeyGroup(text: string): string | null {
  const compact = compactKey(text)
  return compact.length === groupLength && isInAlphabet(compact) ? compact : null
}

export function nameOfLicenceKey(key: string): string {
  return `${key.slice(0, prefixLength)}-${hintOfLicenceKey(key)}`
}

/** Removes the characters that people and programs add between a key's characters. */
export function compactKey(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}\p{Cf}\u2212_.]/gu, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
}

/** @param compact without spaces and hyphens @returns the key as issued, or null */
export function readWholeKey(compact: string): string | null {
  return compact.length === keyLength && isInAlphabet(compact) && passesCheck(compact) ? group(compact) : null
}

function isInAlphabet(compact: string): boolean {
  return Array.from(compact).every((character) => crockfordAlphabet.includes(character))
}

function passesCheck(compact: string): boolean {
  const symbols = toSymbols(compact)
  const [high, low] = checkSymbols(symbols.slice(0, -2))
  return symbols.at(-2) === high && symbols.at(-1) === low
}

function group(compact: string): string {
  return (compact.match(/.{1,4}/gsu) ?? []).join('-')
}

function toSymbols(text: string): number[] {
  return Array.from(text, (character) => crockfordAlphabet.indexOf(character))
}

function fromSymbols(symbols: number[]): string {
  return symbols.map((symbol) => crockfordAlphabet[symbol]).join('')
}

/** A Reed–Solomon code over GF(32) detects any two changes in at most 31 symbols. @param symbols at most 29, from 0 to 31 */
function checkSymbols(symbols: readonly number[]): [number, number] {
  let [high, low] = [0, 0]
  for (const symbol of symbols) {
    const carry = symbol ^ high
    high = low ^ multiply(carry, generator.high)
    low = multiply(carry, generator.low)
  }
  return [high, low]
}

/** (x − α)(x − α²) = x² + 6x + 8, where α = 2. */
const generator = { high: 6, low: 8 }

/** x⁵ + x² + 1 has the primitive root α. */
const modulus = 0b100101

function multiply(a: number, b: number): number {
  let product = 0
  for (let [left, right] = [a, b]; right > 0; right >>= 1) {
    if (right & 1) product ^= left
    left = left & 16 ? (left << 1) ^ modulus : left << 1
  }
  return product
}
