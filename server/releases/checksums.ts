import { isHashed } from '#shared/release-files.ts'
import type { Release } from '#shared/releases.ts'

/** Every file whose hash is known, as `sha256sum --check --ignore-missing` reads it; empty where there is none. */
export function checksums(releases: readonly Release[]): string {
  return releases
    .flatMap(({ files }) => files)
    .filter(isHashed)
    .map(({ sha256, name }) => `${sha256}  ${name}\n`)
    .join('')
}
