import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { documentDay, formatDate } from '#shared/calendar/calendar.ts'
import type { DownloadsPage } from '#shared/content/content-pages.ts'
import { createContentQuery } from '#shared/content/content-query-builder.ts'
import type { PreloadedState } from '#shared/pages/render.ts'
import { offeredTo, offerMembers } from '#shared/releases/offered-to.ts'
import { fileUrl } from '#shared/releases/release-files.ts'
import type { Platform, ReleaseDownloads } from '#shared/releases/releases.ts'
import { releaseAnchor } from '#shared/releases/versions.ts'
import { routes } from '#shared/routes/routes.ts'
import { useAppState } from '../../site/framework/app-state.tsx'
import { PageError } from '../../site/framework/page-error.ts'
import { PageLink } from '../../site/framework/page-link.tsx'
import { contentContext } from '../../site/framework/services.ts'
import { Seo } from '../../site/seo/seo.tsx'
import { organization, type Thing } from '../../site/seo/structured-data.ts'
import { PageHeader } from '../../site/ui/page-header.tsx'
import { Picture } from '../../site/ui/picture.tsx'
import { Section } from '../../site/ui/section.tsx'
import { Beta } from './beta.tsx'
import { CheckTheFile } from './check-the-file.tsx'
import { EarlierVersions } from './earlier-versions.tsx'
import { fileSize, mainFiles, processor } from './release-file.ts'
import { SendOn } from './send-on.tsx'
import { Systems } from './systems.tsx'
import { WhichVersion } from './which-version.tsx'
import '../../site/styles/page.css'
import '../../site/styles/row-list.css'
import '../../site/styles/data-table.css'
import '../../site/styles/fold.css'
import '../../site/styles/field.css'
import '../../site/styles/on-phone.css'
import '../../site/styles/downloads.css'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const content = createContentQuery(context.get(contentContext))
  const [page, releases] = await Promise.all([
    content('pages/downloads').fetch<DownloadsPage>(),
    content('releases')
      .only([...offerMembers, 'files'])
      .fetch<ReleaseDownloads[]>(),
  ])
  const [latest, ...earlier] = offeredTo(releases, {}).map(toShown)
  if (!latest) throw new PageError(404)
  const [newest] = offeredTo(releases, { channel: 'beta' })
  const beta = newest?.channel === 'beta' ? toShown(newest) : null
  const isBetaAsked = new URL(request.url).searchParams.get('channel') === 'beta'
  return { page, latest, earlier, hasBeta: beta !== null, isBetaAsked, beta: isBetaAsked ? beta : null }
}

/** Drops members that the page doesn't show, because its state is inlined. */
function toShown({ version, date, files }: ReleaseDownloads): ReleaseDownloads {
  return { version, date, files }
}

export function Component() {
  const { page, latest, earlier, hasBeta, isBetaAsked, beta } = useLoaderData<typeof loader>()
  const state = useAppState()
  const released = documentDay(state.site.company.timeZone, latest.date)
  return (
    <>
      <Seo
        title="Downloads"
        description={`${state.site.product} ${latest.version} for Windows, macOS and Linux. ${page.trial}`}
        things={[organization(state), ...downloadableApplications(state, latest, page.systems)]}
      />
      <PageHeader
        past={`Version ${latest.version}, released ${formatDate(released)}`}
        title="Downloads"
        lead={page.lead}
      />
      {isBetaAsked && <Beta beta={beta} latest={latest} systems={page.systems} />}
      <Section>
        <h2 className="vh">{`Version ${latest.version}`}</h2>
        <SendOn />
        <Systems systems={page.systems} files={latest.files} />
        <p className="Footnote">{page.trial}</p>
        {hasBeta && !isBetaAsked && (
          <p className="Footnote">
            <PageLink to={routes.downloadsOf('beta')}>The next version, before it’s finished</PageLink>
          </p>
        )}
        {page.picture && <Picture slot={page.picture} />}
      </Section>
      <CheckTheFile verify={page.verify} systems={page.systems} files={latest.files} />
      <WhichVersion releases={[latest, ...earlier]} />
      {earlier.length > 0 && <EarlierVersions releases={earlier} systems={page.systems} />}
    </>
  )
}

/** One entry per system and processor; unknown sizes are left out. */
function downloadableApplications(
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
