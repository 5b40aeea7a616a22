import { stringify } from 'yaml'
import { type Day, startOfDay } from '#shared/calendar/calendar.ts'
import type { ErrorCode } from '#shared/http/error-codes.ts'
import { fileUrl, type HashedFile, installers, isHashed } from '#shared/releases/release-files.ts'
import type { Release, ReleaseFile } from '#shared/releases/releases.ts'
import type { betaUpdateRoutes } from '#shared/routes/api-routes.ts'
import type { Site } from '#shared/seller/site.ts'

type Update = { release: Release; files: [HashedFile, ...HashedFile[]] }

export type FeedName = keyof typeof betaUpdateRoutes

/** Skips files without size and hash. A platform missing from the newest release gets an older one. */
export function findUpdate(releases: readonly Release[], feed: FeedName): Update | null {
  for (const release of releases) {
    const [first, ...others] = filesOf(release, feed)
    if (first && isSafe(feed, first)) return { release, files: [first, ...others] }
  }
  return null
}

/** A version that the licence doesn't cover, which electron-updater shows to the application. */
export type Newest = { version: string; date: Day; renewUrl: string }

/** The format is electron-updater's `UpdateInfo`, of builder-util-runtime. */
export function updateFeed(
  { release, files }: Update,
  site: Pick<Site, 'downloads' | 'company'>,
  newest?: Newest,
): string {
  const [first] = files
  const { baseUrl } = site.downloads
  const info = {
    version: release.version,
    files: files.map(({ sha512, size, blockMapSize, ...file }) => ({
      url: fileUrl(baseUrl, file),
      sha512,
      size,
      ...(blockMapSize !== undefined && { blockMapSize }),
    })),
    path: fileUrl(baseUrl, first),
    sha512: first.sha512,
    releaseDate: startOfDay(site.company.timeZone, release.date).toISOString(),
    releaseNotes: releaseNotes(release),
    ...(release.rollout !== undefined && release.rollout < 100 && { stagingPercentage: release.rollout }),
    ...(newest && { newest }),
  }
  return toYaml(info)
}

/**
 * A release rolled out to nobody, which electron-updater treats as no update. Any status but 200 would be an
 * error. `allowDowngrade` doesn't install it either.
 */
export function noUpdateFeed(code: ErrorCode, newest?: Newest): string {
  const nothing = { version: '0.0.0', files: [], path: '', sha512: '', stagingPercentage: 0 }
  return toYaml({ ...nothing, code, ...(newest && { newest }) })
}

/** The updater reads YAML 1.1, which would convert an unquoted date or version. */
function toYaml(info: object): string {
  return stringify(info, { defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN', lineWidth: 0 })
}

/** Without a matching name, an updater takes the first file of its format. */
function filesOf({ files }: Release, feed: FeedName): HashedFile[] {
  const { platform, arches, formats } = feeds[feed]
  const rank = ({ name, arch }: ReleaseFile) =>
    formats.findIndex((format) => name.endsWith(format)) * arches.length + arches.indexOf(arch)
  return installers(files, platform)
    .filter(({ arch, name }) => arches.includes(arch) && formats.some((format) => name.endsWith(format)))
    .filter(isHashed)
    .toSorted((a, b) => rank(a) - rank(b))
}

/** Refuses a lone ARM file, which an Intel Mac would install. */
function isSafe(feed: FeedName, first: HashedFile): boolean {
  return feed !== 'windows' || first.arch !== 'arm64'
}

/** Notes as plain text. */
export function releaseNotes({ summary, notes }: Pick<Release, 'summary' | 'notes'>): string {
  const written = noteGroups(notes).map(
    ({ title, lines }) => `${title}\n${lines.map((line) => `- ${line}`).join('\n')}`,
  )
  return [summary, ...written].join('\n\n')
}

/** Groups with at least one line. */
export function noteGroups(notes: Release['notes']): { title: string; lines: string[] }[] {
  const groups = Object.entries({ New: notes.new, Changed: notes.changed, Fixed: notes.fixed })
  return groups.flatMap(([title, lines = []]) => (lines.length > 0 ? [{ title, lines }] : []))
}

type Feed = { platform: ReleaseFile['platform']; arches: ReleaseFile['arch'][]; formats: string[] }

const linuxFormats = ['.AppImage', '.deb', '.rpm']

/** Formats by preference: the Mac updater needs .zip, not .dmg. */
const feeds: Record<FeedName, Feed> = {
  windows: { platform: 'windows', arches: ['universal', 'x64', 'arm64'], formats: ['.exe'] },
  macos: { platform: 'macos', arches: ['universal', 'x64', 'arm64'], formats: ['.zip', '.dmg'] },
  linux: { platform: 'linux', arches: ['x64'], formats: linuxFormats },
  linuxArm64: { platform: 'linux', arches: ['arm64'], formats: linuxFormats },
}
