import { compactKey, keyLength, readWholeKey } from './licence-key.ts'

/**
 * Accepts lower case, O for 0, I and L for 1, and any spaces and hyphens. A text with more in it, such as a line of a
 * mail, is the one key that it holds.
 * @returns the key as issued, or null
 */
export function readLicenceKey(text: string): string | null {
  return readWholeKey(compactKey(text)) ?? onlyKeyIn(text)
}

/**
 * Compares keys however they were typed. One of another system has no groups: how it wrote hyphens isn't known.
 * @returns a key of ours as issued
 */
export function normaliseLicenceKey(text: string): string {
  return readLicenceKey(text) ?? compactKey(text)
}

/** The check symbols make it certain. A chain that is longer than a key holds none: its end could belong to it. */
function onlyKeyIn(text: string): string | null {
  const chains = text.normalize('NFKC').match(chain) ?? []
  const keys = chains.map(compactKey).map(withoutRepeat).map(readWholeKey)
  const [key = null, ...others] = new Set(keys.filter((each) => each !== null))
  return others.length === 0 ? key : null
}

/** Letters and digits, joined by what `compactKey` leaves out. Only behind a hyphen may a line end: a full stop ends a sentence. */
const chain = /[\p{L}\p{N}]+(?:[\p{Pd}\p{Cf}\u2212_.]+(?:(?<=[\p{Pd}\u2212])[ \t\r\n]+)?[\p{L}\p{N}]+)*/gu

/** A key that was pasted twice is one. */
function withoutRepeat(compact: string): string {
  const half = compact.slice(0, keyLength)
  return compact === half + half ? half : compact
}
