import { formatLicenceKey } from '#shared/licensing/licence-key.ts'

/**
 * A key as it stands in its field after each keystroke: in groups, the caret behind the same character as before.
 * @param caret where it stands in the text as typed
 */
export function formatKeyInput(typed: string, caret: number): { text: string; caret: number } {
  const before = formatLicenceKey(typed.slice(0, caret))
  return { text: formatLicenceKey(typed), caret: before.length }
}
