import { compactKey, keyLength, readWholeKey } from './licence-key.ts'

/**
 * Accepts lower case, O for 0, I and L for 1, and any spaces and hyphens. Finds the key in a longer text, such
 * as a mail's line, if it contains only one.
 * @returns the key as issued, or null
 */
export function readLicenceKey(text: string): string | null {
  return readWholeKey(compactKey(text)) ?? onlyKeyIn(text)
}

/**
 * Makes keys comparable however they were typed. Keys of other systems lose their hyphens, because their
 * grouping isn't known.
 * @returns a key of ours as issued
 */
export function normaliseLicenceKey(text: string): string {
  return readLicenceKey(text) ?? compactKey(text)
}

/** The check symbols confirm a key. A chain longer than a key is ignored, because its end might belong to the key. */
function onlyKeyIn(text: string): string | null {
  const chains = text.normalize('NFKC').match(chain) ?? []
  const keys = chains.map(compactKey).map(withoutRepeat).map(readWholeKey)
  const [key = null, ...others] = new Set(keys.filter((each) => each !== null))
  return others.length === 0 ? key : null
}

/**
 * Letters and digits joined by characters that `compactKey` removes. A line may break only after a hyphen,
 * because a full stop ends a sentence.
 */
const chain = /[\p{L}\p{N}]+(?:[\p{Pd}\p{Cf}\u2212_.]+(?:(?<=[\p{Pd}\u2212])[ \t\r\n]+)?[\p{L}\p{N}]+)*/gu

/** Reads a key that was pasted twice as one. */
function withoutRepeat(compact: string): string {
  const half = compact.slice(0, keyLength)
  return compact === half + half ? half : compact
}
