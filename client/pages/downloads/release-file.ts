import { suits } from '#shared/releases/release-files.ts'
import type { Arch, Platform, ReleaseFile } from '#shared/releases/releases.ts'

/** "Installer, .exe" */
export function fileLabel({ kind, name }: ReleaseFile): string {
  const extension = /\.(tar\.\w+|\w+)$/.exec(name)?.[0] ?? ''
  return kind === 'appimage' ? 'AppImage' : `${kinds[kind]}, ${extension}`
}

/** The processor in the words of the file's system. */
export function processor({ platform, arch }: ReleaseFile): string {
  return processors[platform][arch]
}

/** Decimal units, as in file managers and browsers: 84200000 → "84.2 MB". */
export function fileSize(bytes: number): string {
  return bytes < 100_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

/**
 * Puts the preferred kind of file first, then the visitor's processor.
 * @param arch null if unknown, as on most Macs
 */
export function arrangeFiles(files: readonly ReleaseFile[], arch: Arch | null): ReleaseFile[] {
  const rank = (file: ReleaseFile) =>
    kindOrder.indexOf(file.kind) * 10 + (arch && !suits(file, arch) ? 5 : 0) + archOrder.indexOf(file.arch)
  return files.toSorted((a, b) => rank(a) - rank(b))
}

/** One file of the first kind for each processor, or only the one for the visitor's. */
export function mainFiles(files: readonly ReleaseFile[], arch: Arch | null = null): ReleaseFile[] {
  const arranged = arrangeFiles(files, arch)
  const sameKind = arranged.filter(({ kind }) => kind === arranged[0]?.kind)
  const suiting = arch ? sameKind.filter((file) => suits(file, arch)) : []
  return suiting.length > 0 ? suiting.slice(0, 1) : sameKind
}

/** The first kind of each system becomes the page's main button. */
const kinds: Record<ReleaseFile['kind'], string> = {
  installer: 'Installer',
  'disk image': 'Disk image',
  appimage: 'AppImage',
  deb: 'Debian',
  rpm: 'Fedora',
  portable: 'Portable',
  archive: 'Archive',
}
const kindOrder = Object.keys(kinds) as ReleaseFile['kind'][]
const archOrder: Arch[] = ['universal', 'x64', 'arm64']

const pcProcessors: Record<Arch, string> = {
  x64: '64-bit Intel and AMD',
  arm64: '64-bit ARM',
  universal: 'every 64-bit processor',
}
const macProcessors: Record<Arch, string> = {
  x64: 'Intel',
  arm64: 'Apple silicon',
  universal: 'Apple silicon and Intel',
}
const processors: Record<Platform, Record<Arch, string>> = {
  windows: pcProcessors,
  macos: macProcessors,
  linux: pcProcessors,
}
