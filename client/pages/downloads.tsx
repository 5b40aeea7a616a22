import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { documentDay, formatDate } from '#shared/calendar.ts'
import type { DownloadsPage } from '#shared/content-pages.ts'
import { createContentQuery } from '#shared/content-query-builder.ts'
import type { ReleaseDownloads } from '#shared/releases.ts'
import { newestFirst } from '#shared/versions.ts'
import { useAppState } from '../app-state.tsx'
import { PageError } from '../framework/page-error.ts'
import { Seo } from '../seo/seo.tsx'
import { organization } from '../seo/structured-data.ts'
import { contentContext } from '../services.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { Picture } from '../ui/picture.tsx'
import { CheckTheFile } from './downloads/check-the-file.tsx'
import { EarlierVersions } from './downloads/earlier-versions.tsx'
import { SendOn } from './downloads/send-on.tsx'
import { downloadableApplications } from './downloads/structured-data.ts'
import { Systems } from './downloads/systems.tsx'
import { WhichVersion } from './downloads/which-version.tsx'

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
