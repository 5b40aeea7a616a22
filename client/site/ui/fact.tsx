import type { ComponentProps, ReactNode } from 'react'

/** A term in a list of facts, and its value. */
export function Fact({ term, ...value }: ComponentProps<'dd'> & { term: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd {...value} />
    </div>
  )
}
