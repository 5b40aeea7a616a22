export function majorMinor(version: string): string {
  return version.split('.').slice(0, 2).join('.')
}

/** "2.3.0" → "v2-3-0" */
export function releaseAnchor(version: string): string {
  return `v${version.replaceAll('.', '-')}`
}

/** Negative if `a` is older: "2.9.0" is older than "2.10.0". */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number)) as [number[], number[]]
  return left.map((part, index) => part - (right[index] ?? 0)).find((difference) => difference !== 0) ?? 0
}

/** Sorts by version, because a fix of an older version may come out after a newer one. */
export function newestFirst<Item extends { version: string }>(releases: readonly Item[]): Item[] {
  return releases.toSorted((a, b) => compareVersions(b.version, a.version))
}
