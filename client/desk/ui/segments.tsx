import { withMember } from './list-filter.tsx'

type Props = {
  label: string
  page: string
  /** The query's member. */
  name: string
  /** Labels by value; an empty value is the page's default. */
  values: Readonly<Record<string, string>>
  current: string
  /** Further members, which the links keep. */
  query?: URLSearchParams
}

/** Links to the parts of a list. */
export function Segments({ label, page, name, values, current, query = new URLSearchParams() }: Props) {
  return (
    <nav className="Seg" aria-label={label}>
      {Object.entries(values).map(([value, word]) => (
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
