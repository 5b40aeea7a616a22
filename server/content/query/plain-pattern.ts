const weightMax = 64

/** Matches one character: itself, escaped, any, or one of a class. */
const atom = String.raw`[^\\^$.*+?()[\]{}|]|\\[dDwWsStnrfv^$\\.*+?()[\]{}|/-]|\.|\[\^?(?:[^\\[\]]|\\[dDwWsStnrfv^$\\.*+?()[\]{}|/-])+\]`
const edge = String.raw`\^|\$|\\[bB]`
const part = String.raw`${edge}|${atom}|\|`
const plainPattern = new RegExp(`^(?:${part})*$`)
const parts = new RegExp(part, 'g')

/** A plain pattern has neither repetitions nor groups, so it takes at most `plainWeight` steps per character. */
export function isPlainPattern(source: string): boolean {
  return plainPattern.test(source) && plainWeight(source) <= weightMax
}

/** Counts characters, anchors and bars; at least 1. */
export function plainWeight(source: string): number {
  return source.match(parts)?.length ?? 1
}
