/** Reads digits of any width. @returns null for any other text */
export function readWholeNumber(text: string): number | null {
  const digits = text.normalize('NFKC').trim()
  return /^\d+$/.test(digits) ? Number(digits) : null
}
