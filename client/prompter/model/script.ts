/** UTF-16 code units in the textarea: about two hours of reading. */
export const scriptMax = 100_000

/** An empty line is a pause between two thoughts. */
export function paragraphsOf(script: string): string[] {
  return script.replace(/\s+$/, '').split(/\r\n?|\n/)
}

export function countWords(script: string): number {
  return script.split(/\s+/).filter(Boolean).length
}
