import type { ComponentProps, ReactNode } from 'react'

/** A term and its value, in a list of facts. */
export function Fact({ term, ...value }: ComponentProps<'dd'> & { term: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd {...value} />
    </div>
  )
}
