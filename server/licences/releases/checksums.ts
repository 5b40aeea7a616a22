import { isHashed } from '#shared/releases/release-files.ts'
import type { Release } from '#shared/releases/releases.ts'

/** Text for `sha256sum --check --ignore-missing`, without withdrawn files. */
export function checksums(releases: readonly Release[]): string {
  return releases
    .flatMap(({ files, withdrawn }) => (withdrawn ? [] : files))
    .filter(isHashed)
    .map(({ sha256, name }) => `${sha256}  ${name}\n`)
    .join('')
}
