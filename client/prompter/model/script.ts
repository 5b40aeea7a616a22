/** What a textarea takes, in UTF-16 code units: about two hours of reading. */
export const scriptMax = 100_000

/** The lines of a script as they were typed; an empty one is a pause between two thoughts. */
export function paragraphsOf(script: string): string[] {
  return script.replace(/\s+$/, '').split(/\r\n?|\n/)
}

export function countWords(script: string): number {
  return script.split(/\s+/).filter(Boolean).length
}
