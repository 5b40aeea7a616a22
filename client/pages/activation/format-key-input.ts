import { formatLicenceKey } from '#shared/licensing/licence-key.ts'

/** Groups the key after each keystroke and keeps the caret behind its character. @param caret its place in the typed text */
export function formatKeyInput(typed: string, caret: number): { text: string; caret: number } {
  const before = formatLicenceKey(typed.slice(0, caret))
  return { text: formatLicenceKey(typed), caret: before.length }
}
