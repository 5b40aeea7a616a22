import type { Release } from '#shared/releases/releases.ts'
import { majorMinor } from '#shared/releases/versions.ts'
import { routes } from '#shared/routes/routes.ts'
import { PageLink } from '../../site/framework/page-link.tsx'

const linesMax = 3

export type ReleaseNotes = Pick<Release, 'version' | 'stock' | 'notes'>

/** Shows the latest release on its own paper colour. */
export function LatestRelease({ release }: { release: ReleaseNotes }) {
  const { notes, stock, version } = release
  const lines = [...(notes.new ?? []), ...(notes.changed ?? []), ...(notes.fixed ?? [])].slice(0, linesMax)
  return (
    <section className="section" data-tone="paper" aria-labelledby="revision">
      <div className="wrap">
        <div className="Sheet Punched Split Revision-sheet" data-stock={stock}>
          <div>
            <h2 className="Revision-no" id="revision">
              {majorMinor(version)}
            </h2>
            <p className="lead Feature-text">{`The latest revision, on ${stock} paper, as scripts do it.`}</p>
          </div>
          <div>
            <ul className="Revision-list">
              {lines.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
            <p>
              <PageLink className="TextLink" to={routes.whatsNew}>
                {`Everything that changed in ${majorMinor(version)}`}
              </PageLink>
            </p>
          </div>
        </div>
      </div>
    </section>
  )
}
