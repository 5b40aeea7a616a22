import { withMember } from './list-filter.tsx'

type Props = {
  label: string
  page: string
  /** The query's member. */
  name: string
  /** An empty value is the page's default. */
  values: readonly (readonly [value: string, label: string])[]
  current: string
  /** Further members, which the links keep. */
  query?: URLSearchParams
}

/** Links to the parts of a list. */
export function Segments({ label, page, name, values, current, query = new URLSearchParams() }: Props) {
  return (
    <nav className="Seg" aria-label={label}>
      {values.map(([value, word]) => (
        <a
          key={value}
          href={withMember(page, query, [name, value])}
          aria-current={value === current ? 'true' : undefined}
        >
          {word}
        </a>
      ))}
    </nav>
  )
}
