import type { Standing } from '#shared/releases/offered-to.ts'
import type { Release } from '#shared/releases/releases.ts'
import { releaseAnchor } from '#shared/releases/versions.ts'
import { routes } from '#shared/routes/routes.ts'
import { capitalised } from '#shared/text/words.ts'
import { DocumentDate } from '../../content/document-date.tsx'
import { PageLink } from '../../site/framework/page-link.tsx'

type Props = { release: Release; standing: Standing; isLatest: boolean }

/** Each release has its own paper colour. */
export function ReleaseSheet({ release: { version, date, stock, notes }, standing, isLatest }: Props) {
  const anchor = releaseAnchor(version)
  return (
    <article
      className="Sheet Punched Split Release"
      data-stock={stock}
      id={anchor}
      aria-labelledby={`${anchor}-title`}
    >
      <header className="Release-head">
        <h2 className="Release-no" id={`${anchor}-title`}>
          {version}
        </h2>
        <p className="Release-date">
          <DocumentDate date={date} />
        </p>
        <p className="Release-stock">{`${capitalised(stock)} revision`}</p>
        {isLatest && <Latest />}
      </header>
      <div>
        {standing === 'withdrawn' && (
          <p>
            <strong>We withdrew this version. Nobody is offered it any more.</strong>
          </p>
        )}
        {standing === 'waiting' && (
          <p>This version goes to a few computers first, and to all of them later.</p>
        )}
        <Group title="New" lines={notes.new} />
        <Group title="Changed" lines={notes.changed} />
        <Group title="Fixed" lines={notes.fixed} />
      </div>
    </article>
  )
}

function Latest() {
  return (
    <>
      <p className="Release-now">
        <span className="Cue" />
        Latest version
      </p>
      <p>
        <PageLink className="TextLink" to={routes.downloads}>
          Download it
        </PageLink>
      </p>
    </>
  )
}

function Group({ title, lines = [] }: { title: string; lines: string[] | undefined }) {
  if (lines.length === 0) return null
  return (
    <div className="Release-group">
      <h3>{title}</h3>
      <ul>
        {lines.map((line) => (
          <li key={line}>
            <span>{line}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
