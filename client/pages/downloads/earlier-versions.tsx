import { Fragment } from 'react'
import type { DownloadsPage } from '#shared/content/content-pages.ts'
import { fileUrl } from '#shared/releases/release-files.ts'
import type { Platform, ReleaseDownloads } from '#shared/releases/releases.ts'
import { releaseAnchor } from '#shared/releases/versions.ts'
import { routes } from '#shared/routes/routes.ts'
import { DocumentDate } from '../../content/document-date.tsx'
import { useAppState } from '../../site/framework/app-state.tsx'
import { PageLink } from '../../site/framework/page-link.tsx'
import { SplitSection } from '../../site/ui/section.tsx'
import { mainFiles, processor } from './release-file.ts'

type Props = { releases: ReleaseDownloads[]; systems: DownloadsPage['systems'] }

export function EarlierVersions({ releases, systems }: Props) {
  return (
    <SplitSection className="section--tight" title="Earlier versions">
      <div className="DataTable-scroll">
        <table className="DataTable">
          <thead>
            <tr>
              <th scope="col">Version</th>
              <th scope="col">Released</th>
              <th scope="col" className="DataTable-end">
                Files
              </th>
            </tr>
          </thead>
          <tbody className="Ruled">
            {releases.map((release) => (
              <tr key={release.version}>
                <th scope="row">
                  <PageLink to={`${routes.whatsNew}#${releaseAnchor(release.version)}`}>
                    {release.version}
                  </PageLink>
                </th>
                <td>
                  <DocumentDate date={release.date} />
                </td>
                <td className="DataTable-end">
                  <ReleaseLinks release={release} systems={systems} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </SplitSection>
  )
}

/** Lists the main file of each system and processor. */
export function ReleaseLinks({
  release: { files, version },
  systems,
}: { release: ReleaseDownloads } & Pick<Props, 'systems'>) {
  const { site } = useAppState()
  const links = (Object.keys(systems) as Platform[]).flatMap((platform) => {
    const main = mainFiles(files.filter((file) => file.platform === platform))
    return main.map((file) => ({
      file,
      label: main.length > 1 ? `${systems[platform].name} (${processor(file)})` : systems[platform].name,
    }))
  })
  return links.map(({ file, label }, index) => (
    <Fragment key={file.name}>
      {index > 0 && <span>, </span>}
      <a href={fileUrl(site.downloads.baseUrl, file)}>
        <span className="vh">{`${version} for `}</span>
        <span>{label}</span>
      </a>
    </Fragment>
  ))
}
