import { formatLicenceKey, readLicenceKey } from '#shared/licensing/licence-key.ts'

/**
 * Groups the key after each keystroke and keeps the caret behind its character. A pasted text that holds one key becomes
 * it. One that begins otherwise than ours, or has other characters, stays as it is typed.
 * @param caret its place in the typed text
 */
export function formatKeyInput(
  typed: string,
  caret: number,
  prefix: string,
): { text: string; caret: number } {
  const text = formatLicenceKey(typed)
  const key = readLicenceKey(typed)
  if (key && key !== text) return { text: key, caret: key.length }
  const begins = text.slice(0, prefix.length)
  if (!prefix.startsWith(begins) || /[^\p{L}\p{N}-]/u.test(text))
    return { text: typed, caret: Math.min(caret, typed.length) }
  return { text, caret: formatLicenceKey(typed.slice(0, caret)).length }
}
