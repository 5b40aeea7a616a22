/** As a shell takes it. */
export function quote(word: string): string {
  return `"${word.replaceAll(/["\\$`]/g, '\\$&')}"`
}

export function quoteWord(word: string): string {
  return /^[\w./:,-]+$/.test(word) ? word : quote(word)
}
