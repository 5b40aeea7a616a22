/** Normalising takes quadratic time, and no code is that long. */
const longestText = 1000

/**
 * Removes what mails and programs add: blanks, line ends, invisible marks, other hyphens and a sentence's full
 * stop. Keeps other text, so the result may not be a code.
 */
export function readMachineCode(text: string): string {
  if (text.length > longestText) return text
  const plain = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
  const pieces = withoutEnds([...plain]).split(/\s+/)
  // Words joined to the code would make another code.
  return pieces.length > 1 && pieces.some(isWord) ? text : pieces.join('')
}

/** A code may begin with a full stop, but a sentence ends with one. */
function withoutEnds(characters: string[]): string {
  const first = characters.findIndex((each) => /[\p{L}\p{N}._:-]/u.test(each))
  const last = characters.findLastIndex((each) => /[\p{L}\p{N}_:-]/u.test(each))
  return characters.slice(first, last + 1).join('')
}

/** A piece of letters alone belongs to a code only if it is hexadecimal. */
function isWord(piece: string): boolean {
  return /^[a-z-]+[:.,]?$/i.test(piece) && /[g-z]/i.test(piece)
}
