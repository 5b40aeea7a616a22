/** "2.3.0" → "2.3" */
export function majorMinor(version: string): string {
  return version.split('.').slice(0, 2).join('.')
}

/** Where a release stands on the what's new page: "2.3.0" → "v2-3-0" */
export function releaseAnchor(version: string): string {
  return `v${version.replaceAll('.', '-')}`
}

/** Negative when `a` is the older one: "2.9.0" is older than "2.10.0". */
export function compareVersions(a: string, b: string): number {
  return byParts(partsOf(a), partsOf(b))
}

/** By version, not by date: a fix for an older version may come out after a newer one. */
export function newestFirst<Item extends { version: string }>(releases: readonly Item[]): Item[] {
  return releases
    .map((release) => ({ release, parts: partsOf(release.version) }))
    .sort((a, b) => byParts(b.parts, a.parts))
    .map(({ release }) => release)
}

function partsOf(version: string): number[] {
  return version.split('.').map(Number)
}

function byParts(a: number[], b: number[]): number {
  const at = a.findIndex((part, index) => part !== (b[index] ?? 0))
  return at === -1 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
}
