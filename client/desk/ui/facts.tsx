import type { ReactNode } from 'react'

/** @param facts without a value are left out */
export function Facts({ facts }: { facts: Readonly<Record<string, ReactNode>> }) {
  return (
    <div className="Sheet">
      <h2 className="vh">Facts</h2>
      <dl className="Facts">
        {Object.entries(facts)
          .filter(([, value]) => value)
          .map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </div>
  )
}
