import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { documentDay, formatDate } from '#shared/calendar/calendar.ts'
import type { DownloadsPage } from '#shared/content/content-pages.ts'
import { createContentQuery } from '#shared/content/content-query-builder.ts'
import type { ReleaseDownloads } from '#shared/releases/releases.ts'
import { newestFirst } from '#shared/releases/versions.ts'
import { useAppState } from '../../site/framework/app-state.tsx'
import { PageError } from '../../site/framework/page-error.ts'
import { contentContext } from '../../site/framework/services.ts'
import { Seo } from '../../site/seo/seo.tsx'
import { organization } from '../../site/seo/structured-data.ts'
import { PageHeader } from '../../site/ui/page-header.tsx'
import { Picture } from '../../site/ui/picture.tsx'
import { CheckTheFile } from './check-the-file.tsx'
import { EarlierVersions } from './earlier-versions.tsx'
import { SendOn } from './send-on.tsx'
import { downloadableApplications } from './structured-data.ts'
import { Systems } from './systems.tsx'
import { WhichVersion } from './which-version.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const content = createContentQuery(context.get(contentContext))
  const [page, [latest, ...earlier]] = await Promise.all([
    content('pages/downloads').fetch<DownloadsPage>(),
    content('releases').only(['version', 'date', 'files']).fetch<ReleaseDownloads[]>().then(newestFirst),
  ])
  if (!latest) throw new PageError(404)
  return { page, latest, earlier }
}

export function Component() {
  const { page, latest, earlier } = useLoaderData<typeof loader>()
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
      <section className="section" data-tone="paper">
        <div className="wrap">
          <h2 className="vh">{`Version ${latest.version}`}</h2>
          <SendOn />
          <Systems systems={page.systems} files={latest.files} />
          <p className="Footnote">{page.trial}</p>
          {page.picture && <Picture slot={page.picture} />}
        </div>
      </section>
      <CheckTheFile verify={page.verify} systems={page.systems} files={latest.files} />
      <WhichVersion releases={[latest, ...earlier]} />
      {earlier.length > 0 && <EarlierVersions releases={earlier} systems={page.systems} />}
    </>
  )
}
