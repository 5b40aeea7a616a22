import type { ReactNode } from 'react'

type Row = { term: string; was: ReactNode; becomes: ReactNode }

/** A licence as it was and as it will be: what changes is struck and marked, as in a revised script. */
export function Revision({ rows }: { rows: Row[] }) {
  return (
    <section className="Sheet Revision" data-stock="blue" aria-labelledby="revision">
      <h2 className="Revision-title" id="revision">
        The licence after this
      </h2>
      <dl className="Revision-rows" aria-live="polite">
        {rows.map(({ term, was, becomes }) => (
          <div key={term} data-revised={was === becomes ? undefined : ''}>
            <dt>{term}</dt>
            {was !== becomes && (
              <dd className="Revision-was">
                <span className="vh">was </span>
                {was}
              </dd>
            )}
            <dd>
              {was !== becomes && <span className="vh">becomes </span>}
              {becomes}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
