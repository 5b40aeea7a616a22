import type { Arch, Platform, ReleaseFile } from './releases.ts'

export type HashedFile = ReleaseFile & Required<Pick<ReleaseFile, 'size' | 'sha256' | 'sha512'>>

export function isHashed(file: ReleaseFile): file is HashedFile {
  return file.size !== undefined && file.sha256 !== undefined && file.sha512 !== undefined
}

export function suits(file: ReleaseFile, arch: Arch): boolean {
  return file.arch === arch || file.arch === 'universal'
}

/** The files that an updater can install. */
export function installers(files: readonly ReleaseFile[], platform: Platform): ReleaseFile[] {
  return files.filter((file) => file.platform === platform && file.kind !== 'portable')
}

export function fileUrl(baseUrl: string, { name }: Pick<ReleaseFile, 'name'>): string {
  return `${baseUrl.replace(/(?<!\/)\/+$/, '')}/${encodeURIComponent(name)}`
}
