/** Normalising takes quadratic time, and no code is as long. */
const longestText = 1000

/**
 * Takes out what mails and programs put around and into a machine code: blanks, line ends, invisible marks, other hyphens
 * and a sentence's full stop. The rest of the text stays, so the result may be no code.
 */
export function readMachineCode(text: string): string {
  if (text.length > longestText) return text
  const plain = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
  const pieces = withoutEnds([...plain]).split(/\s+/)
  // Joined to it, words would make another code.
  return pieces.length > 1 && pieces.some(isWord) ? text : pieces.join('')
}

/** A code may begin with a full stop, but a sentence ends with one. */
function withoutEnds(characters: string[]): string {
  const first = characters.findIndex((each) => /[\p{L}\p{N}._:-]/u.test(each))
  const last = characters.findLastIndex((each) => /[\p{L}\p{N}_:-]/u.test(each))
  return characters.slice(first, last + 1).join('')
}

/** Letters alone are a part of a code only if they are hexadecimal. */
function isWord(piece: string): boolean {
  return /^[a-z-]+[:.,]?$/i.test(piece) && /[g-z]/i.test(piece)
}
