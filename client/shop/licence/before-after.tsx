import type { ReactNode } from 'react'

type Fact = { term: string; was: ReactNode; becomes: ReactNode }

/** Strikes out old values and marks new ones. */
export function BeforeAfter({ title, facts }: { title: string; facts: Fact[] }) {
  return (
    <section className="Sheet Revised" data-stock="blue" aria-labelledby="revision">
      <h2 className="Revised-title" id="revision">
        {title}
      </h2>
      <dl className="Revised-rows" aria-live="polite">
        {facts.map(({ term, was, becomes }) => (
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
