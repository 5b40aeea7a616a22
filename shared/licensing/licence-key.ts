import { checkSymbols } from './check-symbols.ts'
import { crockfordAlphabet } from './crockford-alphabet.ts'

const groupLength = 4
const prefixLength = 4
/** 22 symbols carry 110 random bits. */
export const keyRandomness = 22
const keyLength = prefixLength + keyRandomness + 2

/** "PRMT-7K2Q-…-9XQ4". @param prefix four characters of Crockford's base32 @param random 22 bytes; five bits of each are used */
export function createLicenceKey(prefix: string, random: Uint8Array): string {
  if (random.length !== keyRandomness) throw new RangeError(`A key takes ${keyRandomness} random bytes`)
  const symbols = [...toSymbols(prefix), ...Array.from(random, (byte) => byte & 31)]
  return group(fromSymbols([...symbols, ...checkSymbols(symbols)]))
}

/**
 * Accepts lower case, O for 0, I and L for 1, and any spaces and hyphens. A text with more in it, such as a line of a
 * mail, is the one key that it holds.
 * @returns the key as issued, or null
 */
export function readLicenceKey(text: string): string | null {
  return asKey(compactKey(text)) ?? onlyKeyIn(text)
}

/** The check symbols make it certain. Without the hyphens of a key, a word beside it could belong to it. */
function onlyKeyIn(text: string): string | null {
  const chains = text.normalize('NFKC').match(chain) ?? []
  const [key = null, ...others] = new Set(
    chains
      .map(compactKey)
      .map(withoutRepeat)
      .flatMap((each) => asKey(each) ?? []),
  )
  return others.length === 0 ? key : null
}

/** Letters and digits, joined by what `compactKey` leaves out. A line may end behind a hyphen. */
const chain = /[\p{L}\p{N}]+(?:[\p{Pd}\p{Cf}\u2212_.]+[ \t\r\n]*[\p{L}\p{N}]+)*/gu

/** A key that was pasted twice is one. */
function withoutRepeat(compact: string): string {
  const half = compact.slice(0, keyLength)
  return compact === half + half ? half : compact
}

function asKey(compact: string): string | null {
  return isWholeKey(compact) && passesCheck(compact) ? group(compact) : null
}

/**
 * Compares keys however they were typed. One of another system has no groups: how it wrote hyphens isn't known.
 * @returns a key of ours as issued
 */
export function normaliseLicenceKey(text: string): string {
  return readLicenceKey(text) ?? compactKey(text)
}

/** Keeps invalid characters, so that the writer sees them. */
export function formatLicenceKey(text: string): string {
  return group(compactKey(text))
}

type KeyFlaw = 'character' | 'length' | 'check'

/** @returns null for a valid key */
export function findKeyFlaw(text: string): KeyFlaw | null {
  if (readLicenceKey(text)) return null
  const compact = compactKey(text)
  if (!isInAlphabet(compact)) return 'character'
  if (compact.length !== keyLength) return 'length'
  return passesCheck(compact) ? null : 'check'
}

export function isLongerThanKey(text: string): boolean {
  return compactKey(text).length > keyLength
}

/** "…-9XQ4". Logs, answers and pages may show this much. */
export function hintOfLicenceKey(key: string): string {
  return `…-${key.slice(-groupLength)}`
}

export function nameOfLicenceKey(key: string): string {
  return `${key.slice(0, prefixLength)}-${hintOfLicenceKey(key)}`
}

function compactKey(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}\p{Cf}\u2212_.]/gu, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
}

function isWholeKey(compact: string): boolean {
  return compact.length === keyLength && isInAlphabet(compact)
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
