const weightMax = 64

/** One character: itself, escaped, any, or one of a class. */
const atom = String.raw`[^\\^$.*+?()[\]{}|]|\\[dDwWsStnrfv^$\\.*+?()[\]{}|/-]|\.|\[\^?(?:[^\\[\]]|\\[dDwWsStnrfv^$\\.*+?()[\]{}|/-])+\]`
const edge = String.raw`\^|\$|\\[bB]`
const part = String.raw`${edge}|${atom}|\|`
const plainPattern = new RegExp(`^(?:${part})*$`)
const parts = new RegExp(part, 'g')

/**
 * Whether a pattern is nothing but characters and alternatives, with neither repetitions nor groups. From each place of a
 * text it tries every alternative once, so it takes at most `plainWeight` steps for each character.
 */
export function isPlainPattern(source: string): boolean {
  return plainPattern.test(source) && plainWeight(source) <= weightMax
}

/** How many characters, edges and bars it has, at least one. */
export function plainWeight(source: string): number {
  return source.match(parts)?.length ?? 1
}
