/** In characters as typed or pasted, spaces and labels included. */
export const businessNumberMax = 30

/** Keeps only the digits of a pasted number, even full-width ones: "ABN: 51-824 753 556" → "51824753556". */
export function tidyNumber(text: string): string {
  return text.normalize('NFKC').replace(/\D/g, '')
}
