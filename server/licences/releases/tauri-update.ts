import { startOfDay } from '#shared/calendar/calendar.ts'
import { fileUrl, installers, suits } from '#shared/releases/release-files.ts'
import type { Arch, Platform, Release, ReleaseFile, TauriUpdate } from '#shared/releases/releases.ts'
import { compareVersions } from '#shared/releases/versions.ts'
import type { Site } from '#shared/seller/site.ts'
import { releaseNotes } from './update-feed.ts'

/** In Tauri's terms; `bundle` is its `{{bundle_type}}`. */
type Installation = { target: string; arch: string; version: string; bundle?: string | undefined }

/** @param releases newest first @returns null if no newer release has a signed file for this machine */
export function findTauriUpdate(
  releases: readonly Release[],
  { target, arch, version, bundle }: Installation,
  site: Pick<Site, 'downloads' | 'company'>,
): TauriUpdate | null {
  const [platform, processor] = [platforms.get(target), processors.get(arch)]
  if (!platform || !processor) return null
  for (const release of releases) {
    if (compareVersions(release.version, version) <= 0) return null
    const file = fileFor(release, { platform, processor, bundle })
    if (!file?.tauriSignature) continue
    return {
      version: release.version,
      notes: releaseNotes(release),
      pub_date: startOfDay(site.company.timeZone, release.date).toISOString(),
      url: fileUrl(site.downloads.baseUrl, file),
      signature: file.tauriSignature,
    }
  }
  return null
}

type Machine = { platform: Platform; processor: Arch; bundle: string | undefined }

function fileFor({ files }: Release, { platform, processor, bundle }: Machine): ReleaseFile | undefined {
  const suiting = installers(files, platform).filter((file) => suits(file, processor) && file.tauriSignature)
  const own = bundle === undefined ? undefined : endings.get(bundle)
  return (own ? [own] : [...endings.values()])
    .flatMap((ending) => suiting.filter(({ name }) => name.endsWith(ending)))
    .at(0)
}

const platforms = new Map<string, Platform>([
  ['windows', 'windows'],
  ['darwin', 'macos'],
  ['linux', 'linux'],
])

const processors = new Map<string, Arch>([
  ['x86_64', 'x64'],
  ['aarch64', 'arm64'],
])

/** Most common first, for clients that don't send a bundle type. */
const endings = new Map([
  ['nsis', '.exe'],
  ['msi', '.msi'],
  ['app', '.app.tar.gz'],
  ['appimage', '.AppImage'],
  ['deb', '.deb'],
  ['rpm', '.rpm'],
])
