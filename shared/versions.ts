/** "2.3.0" → "2.3" */
export function majorMinor(version: string): string {
  return version.split('.').slice(0, 2).join('.')
}

/** Where a release stands on the what's new page: "2.3.0" → "v2-3-0" */
export function releaseAnchor(version: string): string {
  return `v${version.replaceAll('.', '-')}`
}
