import { documentDay } from '#shared/calendar/calendar.ts'
import type { DownloadsPage } from '#shared/content/content-pages.ts'
import type { PreloadedState } from '#shared/pages/render.ts'
import { fileUrl } from '#shared/releases/release-files.ts'
import type { Platform, ReleaseDownloads } from '#shared/releases/releases.ts'
import { releaseAnchor } from '#shared/releases/versions.ts'
import { routes } from '#shared/routes/routes.ts'
import type { Thing } from '../../site/seo/structured-data.ts'
import { fileSize, mainFiles, processor } from './release-file.ts'

/** One entry for each system and processor; unknown sizes are left out. */
export function downloadableApplications(
  { site, config }: Pick<PreloadedState, 'site' | 'config'>,
  { version, date, files }: ReleaseDownloads,
  systems: DownloadsPage['systems'],
): Thing[] {
  const main = (Object.keys(systems) as Platform[]).flatMap((platform) =>
    mainFiles(files.filter((file) => file.platform === platform)),
  )
  return main.map((file) => ({
    '@type': 'SoftwareApplication',
    name: site.product,
    applicationCategory: 'MultimediaApplication',
    operatingSystem: systems[file.platform].requires,
    processorRequirements: processor(file),
    softwareVersion: version,
    datePublished: documentDay(site.company.timeZone, date),
    releaseNotes: `${config.siteUrl}${routes.whatsNew}#${releaseAnchor(version)}`,
    downloadUrl: fileUrl(site.downloads.baseUrl, file),
    ...(file.size && { fileSize: fileSize(file.size) }),
    publisher: { '@id': `${config.siteUrl}/#organization` },
  }))
}
