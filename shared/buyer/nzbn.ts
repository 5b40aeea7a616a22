/** Ignores spaces. The digits, weighted 1 and 3 in turn, add up to a multiple of 10 (GS1, "Global Location Number"). */
export function isNzbn(text: string): boolean {
  const digits = text.replace(/\s/g, '')
  // GS1's prefix for New Zealand is 94.
  if (!/^94[0-9]{11}$/.test(digits)) return false
  const sum = [...digits].reduce((sum, digit, index) => sum + Number(digit) * (index % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}

/** Explains why a text isn't an NZBN. */
export function whyNoNzbn(text: string): string {
  return text.replace(/\s/g, '').length === 13
    ? 'This NZBN has a typo: its check digit doesn’t fit.'
    : 'An NZBN has 13 digits, such as 9429030620001.'
}
