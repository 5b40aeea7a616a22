/** In characters, as it is typed or pasted. */
export const businessNumberMax = 30

/** Its digits alone, whatever was pasted: "ABN: 51-824 753 556" → "51824753556". They may have full width. */
export function tidyNumber(text: string): string {
  return text.normalize('NFKC').replace(/\D/g, '')
}
