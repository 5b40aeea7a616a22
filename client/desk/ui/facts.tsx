import type { ReactNode } from 'react'
import { Fact } from '../../site/ui/fact.tsx'

type Props = { facts: Readonly<Record<string, ReactNode>> }

export function Facts({ facts }: Props) {
  return (
    <div className="Sheet">
      <h2 className="vh">Facts</h2>
      <FactList facts={facts} />
    </div>
  )
}

/** @param facts an entry without a value is left out */
export function FactList({ facts, className = 'Facts' }: Props & { className?: string }) {
  return (
    <dl className={className}>
      {Object.entries(facts)
        .filter(([, value]) => value)
        .map(([label, value]) => (
          <Fact key={label} term={label}>
            {value}
          </Fact>
        ))}
    </dl>
  )
}
