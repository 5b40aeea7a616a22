import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { createContentQuery } from '#shared/content/content-query-builder.ts'
import { standingOf } from '#shared/releases/offered-to.ts'
import type { Release } from '#shared/releases/releases.ts'
import { majorMinor, newestFirst } from '#shared/releases/versions.ts'
import { useAppState } from '../../site/framework/app-state.tsx'
import { contentContext } from '../../site/framework/services.ts'
import { Seo } from '../../site/seo/seo.tsx'
import { PageHeader } from '../../site/ui/page-header.tsx'
import { Section } from '../../site/ui/section.tsx'
import { ReleaseSheet } from './release-sheet.tsx'
import '../../site/styles/page.css'
import '../../site/styles/changelog.css'
import '../../site/styles/stock.css'

/** Leaves out betas, but includes withdrawn releases, because people still run them. */
export async function loader({ context }: LoaderFunctionArgs) {
  const content = createContentQuery(context.get(contentContext))
  const releases = newestFirst(await content('releases').fetch<Release[]>())
  return releases
    .map((release) => ({ release, standing: standingOf(release, {}) }))
    .filter(({ standing }) => standing !== 'otherChannel')
}

export function Component() {
  const releases = useLoaderData<typeof loader>()
  const { site, latestRelease } = useAppState()
  return (
    <>
      <Seo
        title="What’s new"
        description={`Every change in every version of ${site.product}, newest first.`}
      />
      <PageHeader
        past={`Version ${majorMinor(latestRelease.version)} is now available.`}
        title="What’s new"
        lead="Every change, on the paper it was revised on."
      />
      <Section>
        <div className="Changelog">
          {releases.map(({ release, standing }) => (
            <ReleaseSheet
              key={release.version}
              release={release}
              standing={standing}
              isLatest={release.version === latestRelease.version}
            />
          ))}
        </div>
      </Section>
    </>
  )
}
