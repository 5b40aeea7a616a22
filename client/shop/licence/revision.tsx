import type { ReactNode } from 'react'

export type Row = { term: string; was: ReactNode; becomes: ReactNode }

/** Strikes old values and marks new ones, as in a revised script. */
export function Revision({ title, rows }: { title: string; rows: Row[] }) {
  return (
    <section className="Sheet Revised" data-stock="blue" aria-labelledby="revision">
      <h2 className="Revised-title" id="revision">
        {title}
      </h2>
      <dl className="Revised-rows" aria-live="polite">
        {rows.map(({ term, was, becomes }) => (
          <div key={term} data-revised={was === becomes ? undefined : ''}>
            <dt>{term}</dt>
            {was !== becomes && (
              <dd className="Revised-was">
                <span className="vh">was </span>
                <span>{was}</span>
              </dd>
            )}
            <dd>
              {was !== becomes && <span className="vh">becomes </span>}
              <span>{becomes}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
