import { toXml } from 'xast-util-to-xml'
import { x } from 'xastscript'
import { startOfDay } from '#shared/calendar/calendar.ts'
import { offeredTo } from '#shared/releases/offered-to.ts'
import { fileUrl, type HashedFile, installers, isHashed } from '#shared/releases/release-files.ts'
import type { Arch, Platform, Release } from '#shared/releases/releases.ts'
import { isPrerelease, releaseAnchor } from '#shared/releases/versions.ts'
import { routes } from '#shared/routes/routes.ts'
import type { Site } from '#shared/seller/site.ts'
import { writeXml } from '../../web/http/write-xml.ts'
import { noteGroups } from './update-feed.ts'

/** @property place position in rollouts from 0 to 1; undefined if the client doesn't send it */
type Reader = { place: number | undefined; isBeta: boolean }

type Means = { site: Pick<Site, 'product' | 'downloads' | 'company'>; siteUrl: string; now: Date }

type SignedFile = HashedFile & { sparkleSignature: string }

/**
 * RSS with Sparkle's elements, for Sparkle 2 and WinSparkle. Sparkle itself applies channel and rollout.
 * WinSparkle doesn't, so its items are filtered for this client.
 * @param releases those on offer to this client, including betas, newest first
 */
export function appcast(releases: readonly Release[], reader: Reader, means: Means): string {
  const { site, siteUrl } = means
  const ofWindows = offeredTo(releases, {
    channel: reader.isBeta ? 'beta' : 'stable',
    place: reader.place,
  })
  const items = releases.flatMap((release) => [
    ...filesOf(release, 'macos').map((file) => toItem(release, file, reader, means)),
    ...(ofWindows.includes(release) ? filesOf(release, 'windows') : []).map((file) =>
      toItem(release, file, reader, means),
    ),
  ])
  return writeXml(
    x('rss', { version: '2.0', 'xmlns:sparkle': namespace }, [
      x('channel', [
        x('title', site.product),
        x('link', siteUrl + routes.whatsNew),
        x('description', `Versions of ${site.product}`),
        ...items,
      ]),
    ]),
  )
}

const namespace = 'http://www.andymatuschak.org/xml-namespaces/sparkle'

function toItem(release: Release, file: SignedFile, { place }: Reader, { site, siteUrl, now }: Means) {
  const { version, rollout = 100, channel } = release
  const released = startOfDay(site.company.timeZone, release.date)
  const isPhased = rollout < 100 && place === undefined && file.platform === 'macos'
  return x('item', [
    x('title', `Version ${version}`),
    // Betas have no page.
    x('link', siteUrl + (channel === 'beta' ? routes.downloadsOf('beta') : pageOf(version))),
    x('sparkle:version', bundleVersion(version)),
    x('sparkle:shortVersionString', version),
    ...(channel === 'beta' ? [x('sparkle:channel', 'beta')] : []),
    ...(file.platform === 'macos' && file.arch === 'arm64'
      ? [x('sparkle:hardwareRequirements', 'arm64')]
      : []),
    ...(isPhased ? [x('sparkle:phasedRolloutInterval', phaseInterval(rollout, released, now))] : []),
    x('description', notesAsHtml(release)),
    x('pubDate', released.toUTCString()),
    x('enclosure', {
      url: fileUrl(site.downloads.baseUrl, file),
      length: String(file.size),
      type: 'application/octet-stream',
      'sparkle:os': file.platform === 'macos' ? 'macos' : windowsNames[file.arch],
      'sparkle:edSignature': file.sparkleSignature,
    }),
  ])
}

function pageOf(version: string): string {
  return `${routes.whatsNew}#${releaseAnchor(version)}`
}

const windowsNames: Record<Arch, string> = {
  universal: 'windows',
  x64: 'windows-x64',
  arm64: 'windows-arm64',
}

/** "2.4.0-beta.1" → "2.4.0beta1". Sparkle would read the hyphen as another number, and the beta as newer. */
export function bundleVersion(version: string): string {
  if (!isPrerelease(version)) return version
  const [core, ...labels] = version.split('-')
  return core + labels.join('').replaceAll('.', '')
}

/** Sparkle assigns each installation to one of seven groups. */
const groups = 7

/**
 * Seconds between groups: Sparkle admits group n after n intervals. This admits whole groups up to the
 * percentage, and always the first.
 */
export function phaseInterval(rollout: number, released: Date, now: Date): string {
  const letIn = Math.max(1, Math.floor((rollout / 100) * groups))
  const seconds = Math.max((now.getTime() - released.getTime()) / 1000, 86_400)
  return String(Math.ceil(seconds / (letIn - 0.5)))
}

/** A universal file, or one per processor. Given two items for a Mac, Sparkle takes the first that runs. */
function filesOf({ files }: Release, platform: Extract<Platform, 'macos' | 'windows'>): SignedFile[] {
  const signed = installers(files, platform).filter(
    (file) => isHashed(file) && file.sparkleSignature !== undefined,
  ) as SignedFile[]
  const best = (arch: Arch) =>
    formats[platform]
      .flatMap((format) => signed.filter((file) => file.arch === arch && file.name.endsWith(format)))
      .slice(0, 1)
  const universal = best('universal')
  return universal.length > 0 ? universal : [...best('arm64'), ...best('x64')]
}

const formats: Record<'macos' | 'windows', string[]> = {
  macos: ['.zip', '.dmg'],
  windows: ['.exe', '.msi'],
}

function notesAsHtml({ summary, notes }: Pick<Release, 'summary' | 'notes'>): string {
  const written = noteGroups(notes).flatMap(({ title, lines }) => {
    const items = lines.map((line) => x('li', line))
    return [x('h3', title), x('ul', items)]
  })
  return toXml([x('p', summary), ...written])
}
