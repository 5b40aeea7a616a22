/** "٢٠٢٦" and "۲۰۲۶" → "2026"; "٤٥٨٫٥٠" → "458.50" */
export function plainDigits(text: string): string {
  return text.replace(anyDigit, plainDigit).replaceAll('٫', '.').replaceAll('٬', ',')
}

/** Spells a word with Arabic, Persian and Latin digits. */
export function digitsOfEachScript(word: string): string[] {
  const written = zeros.map((zero) =>
    word.replace(anyDigit, (digit) => String.fromCharCode(zero.charCodeAt(0) + Number(plainDigit(digit)))),
  )
  return [...new Set(written)]
}

const zeros = ['0', '٠', '۰']

const anyDigit = /[0-9٠-٩۰-۹]/g

/** In each of these scripts the code of 0 ends in four zero bits. */
function plainDigit(digit: string): string {
  return String(digit.charCodeAt(0) & 15)
}
