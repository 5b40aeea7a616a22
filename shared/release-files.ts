import type { Arch, ReleaseFile } from './releases.ts'

/** A file whose size and hashes are known. */
export type HashedFile = ReleaseFile & Required<Pick<ReleaseFile, 'size' | 'sha256' | 'sha512'>>

export function isHashed(file: ReleaseFile): file is HashedFile {
  return file.size !== undefined && file.sha256 !== undefined && file.sha512 !== undefined
}

/** Whether a file runs on a machine of this architecture as it is, without emulation. */
export function suits(file: ReleaseFile, arch: Arch): boolean {
  return file.arch === arch || file.arch === 'universal'
}

/** Where a file is served. @param baseUrl `downloads.baseUrl` of `site.yml` */
export function fileUrl(baseUrl: string, { name }: Pick<ReleaseFile, 'name'>): string {
  return `${baseUrl.replace(/\/+$/, '')}/${name}`
}
