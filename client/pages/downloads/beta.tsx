import type { DownloadsPage } from '#shared/content/content-pages.ts'
import type { ReleaseDownloads } from '#shared/releases/releases.ts'
import { DocumentDate } from '../../content/document-date.tsx'
import { SplitSection } from '../../site/ui/section.tsx'
import { ReleaseLinks } from './earlier-versions.tsx'

type Props = {
  /** Null unless a beta is newer than the newest stable version. */
  beta: ReleaseDownloads | null
  latest: Pick<ReleaseDownloads, 'version'>
  systems: DownloadsPage['systems']
}

/** Explains betas. Their files are links, so that the page's buttons belong to the newest version. */
export function Beta({ beta, latest, systems }: Props) {
  return (
    <SplitSection className="section--tight" id="beta" title={beta ? `Beta ${beta.version}` : 'No beta'}>
      {beta ? (
        <div>
          <p className="lead">
            {`A beta is the next version before it’s finished. It can fail in front of an audience, so don’t take it to one. Version ${latest.version} below is the one to work with.`}
          </p>
          <p className="Footnote">
            Released <DocumentDate date={beta.date} />. <ReleaseLinks release={beta} systems={systems} />
          </p>
        </div>
      ) : (
        <p className="lead">{`There is no beta to try at the moment. The newest version is ${latest.version}.`}</p>
      )}
    </SplitSection>
  )
}
