/** Narrow windows show the second column far below. @param to headings by id */
export function PageLinks({ to }: { to: Record<string, string> }) {
  return (
    <nav className="PageLinks" aria-label="On this page">
      {Object.entries(to).map(([id, label]) => (
        <a key={id} href={`#${id}`}>
          {label}
        </a>
      ))}
    </nav>
  )
}
