import { formatLicenceKey } from '#shared/licensing/licence-key.ts'

/**
 * Groups the key after each keystroke and keeps the caret after its character. Text that isn't one of our keys
 * stays as typed.
 * @param caret its index in the typed text
 */
export function formatKeyInput(
  typed: string,
  caret: number,
  prefix: string,
): { text: string; caret: number } {
  const text = formatLicenceKey(typed)
  const begins = text.slice(0, prefix.length)
  if (!prefix.startsWith(begins) || /[^\p{L}\p{N}-]/u.test(text))
    return { text: typed, caret: Math.min(caret, typed.length) }
  return { text, caret: formatLicenceKey(typed.slice(0, caret)).length }
}
