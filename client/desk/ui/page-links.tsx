/** Narrow windows show the second column far below. @param to headings by id */
export function Jump({ to }: { to: Record<string, string> }) {
  return (
    <nav className="Jump" aria-label="On this page">
      {Object.entries(to).map(([id, label]) => (
        <a key={id} href={`#${id}`}>
          {label}
        </a>
      ))}
    </nav>
  )
}
