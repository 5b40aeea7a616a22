type Props = {
  label: string
  page: string
  /** Of the query's member. */
  name: string
  /** Words by value; an empty value is the page's own. */
  values: Readonly<Record<string, string>>
  current: string
}

/** One list's parts as links, the current one lit. */
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
