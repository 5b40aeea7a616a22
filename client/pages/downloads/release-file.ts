import type { ReleaseFile } from '#shared/releases.ts'

/** "Installer, .exe"; with the processor where one system has the same kind for several. */
export function fileLabel(file: ReleaseFile, siblings: ReleaseFile[]): string {
  const isAmbiguous = siblings.some((other) => other.kind === file.kind && other.arch !== file.arch)
  return isAmbiguous ? `${kinds[file.kind]}, ${architectures[file.arch]}` : kinds[file.kind]
}

/** In decimal units, as file managers and browsers show it: 84200000 → "84.2 MB" */
export function fileSize(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

export function fileUrl(baseUrl: string, { name }: ReleaseFile): string {
  return `${baseUrl}/${name}`
}

const kinds: Record<ReleaseFile['kind'], string> = {
  installer: 'Installer, .exe',
  portable: 'Portable, .zip',
  'disk image': 'Disk image, .dmg',
  appimage: 'AppImage',
  deb: 'Debian, .deb',
}

const architectures: Record<ReleaseFile['arch'], string> = {
  x64: '64-bit Intel and AMD',
  arm64: '64-bit ARM',
  universal: 'every processor',
}
