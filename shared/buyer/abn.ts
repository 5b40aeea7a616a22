const weights = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]

/** Ignores spaces. With its first digit lowered by one, the weighted sum is a multiple of 89 (ABR, "Format of the ABN"). */
export function isAbn(text: string): boolean {
  const digits = [...text.replace(/\s/g, '')]
  if (digits.length !== 11 || !digits.every((digit) => /^[0-9]$/.test(digit))) return false
  const sum = digits.reduce((total, digit, index) => {
    const value = Number(digit) - (index === 0 ? 1 : 0)
    return total + value * (weights[index] ?? 0)
  }, 0)
  return sum % 89 === 0
}

/** "51824753556" → "51 824 753 556", as the Australian Business Register writes it. Only removes spaces from other text. */
export function formatAbn(text: string): string {
  return text.replace(/\s/g, '').replace(/^(\d{2})(\d{3})(\d{3})(\d{3})$/, '$1 $2 $3 $4')
}

/** Explains why a text isn't an ABN. */
export function whyNoAbn(text: string): string {
  return text.replace(/\s/g, '').length === 11
    ? 'This ABN has a typo: its check digits don’t fit.'
    : 'An ABN has 11 digits, such as 51 824 753 556.'
}
