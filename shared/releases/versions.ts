export function majorMinor(version: string): string {
  return version.split('.').slice(0, 2).join('.')
}

/** "2.3.0" → "v2-3-0" */
export function releaseAnchor(version: string): string {
  return `v${version.replaceAll('.', '-')}`
}

/** "2.4.0-beta.1" comes before 2.4.0. */
export function isPrerelease(version: string): boolean {
  return version.includes('-')
}

/** Negative if `a` is older, by Semantic Versioning 2.0.0, item 11: "2.9.0" is older than "2.10.0". */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [split(a), split(b)]
  const numbers = left.numbers.map((part, index) => part - (right.numbers[index] ?? 0))
  return numbers.find((difference) => difference !== 0) ?? comparePrereleases(left.labels, right.labels)
}

/** Sorts by version, because a fix for an older version may be released after a newer version. */
export function newestFirst<Item extends { version: string }>(releases: readonly Item[]): Item[] {
  return releases.toSorted((a, b) => compareVersions(b.version, a.version))
}

/** Drops build metadata, which doesn't affect precedence. */
function split(version: string): { numbers: number[]; labels: string[] } {
  const [ranked = ''] = version.split('+')
  const [core = '', ...rest] = ranked.split('-')
  return { numbers: core.split('.').map(Number), labels: rest.length > 0 ? rest.join('-').split('.') : [] }
}

function comparePrereleases(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return b.length - a.length
  const difference = a.map((label, index) => compareLabels(label, b[index])).find((each) => each !== 0)
  return difference ?? a.length - b.length
}

function compareLabels(a: string, b: string | undefined): number {
  if (b === undefined) return 1
  const [isNumber, isOtherNumber] = [a, b].map((label) => /^\d+$/.test(label))
  if (isNumber && isOtherNumber) return Number(a) - Number(b)
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1
  return a < b ? -1 : Number(a > b)
}
