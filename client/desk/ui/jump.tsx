/** For narrow windows, where the second column is far below. @param to headings by their ids */
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
