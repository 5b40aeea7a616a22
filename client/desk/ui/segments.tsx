type Props = {
  label: string
  page: string
  /** The query's member. */
  name: string
  /** Labels by value; an empty value is the page's default. */
  values: Readonly<Record<string, string>>
  current: string
}

/** Links to the parts of a list. */
export function Segments({ label, page, name, values, current }: Props) {
  return (
    <nav className="Seg" aria-label={label}>
      {Object.entries(values).map(([value, word]) => (
        <a
          key={value}
          href={value ? `${page}?${new URLSearchParams({ [name]: value })}` : page}
          aria-current={value === current ? 'true' : undefined}
        >
          {word}
        </a>
      ))}
    </nav>
  )
}
