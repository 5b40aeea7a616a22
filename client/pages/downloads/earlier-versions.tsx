import { Fragment } from 'react'
import { formatDate, isoDay } from '#shared/dates.ts'
import type { Release } from '#shared/releases.ts'
import { routes } from '#shared/routes.ts'
import { releaseAnchor } from '#shared/versions.ts'
import { useAppState } from '../../app-state.tsx'
import type { DownloadsDocument, Platform } from '../../content/documents.ts'
import { PageLink } from '../../framework/page-link.tsx'
import { fileUrl } from './release-file.ts'

type Props = { releases: Release[]; systems: DownloadsDocument['systems'] }

export function EarlierVersions({ releases, systems }: Props) {
  return (
    <section className="section section--tight" data-tone="paper">
      <div className="wrap Split">
        <h2 className="Split-title">Earlier versions</h2>
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
          <tbody>
            {releases.map((release) => (
              <tr key={release.version}>
                <th scope="row">
                  <PageLink to={`${routes.whatsNew}#${releaseAnchor(release.version)}`}>
                    {release.version}
                  </PageLink>
                </th>
                <td>
                  <time dateTime={isoDay(release.date)}>{formatDate(release.date)}</time>
                </td>
                <td className="DataTable-end">
                  <Files release={release} systems={systems} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

/** The first file of each system. */
function Files({ release: { files, version }, systems }: { release: Release } & Pick<Props, 'systems'>) {
  const { site } = useAppState()
  const found = (Object.keys(systems) as Platform[]).flatMap(
    (platform) => files.find((file) => file.platform === platform) ?? [],
  )
  return found.map((file, index) => (
    <Fragment key={file.platform}>
      {index > 0 && ', '}
      <a href={fileUrl(site.downloads.baseUrl, file)}>
        <span className="vh">{`${version} for `}</span>
        {systems[file.platform].name}
      </a>
    </Fragment>
  ))
}
