/** Links to the parts of a list or page. */
export function Segments({
  label,
  links,
  className = 'Seg',
}: {
  label: string
  links: readonly { label: string; href: string; isCurrent: boolean }[]
  className?: string
}) {
  return (
    <nav className={className} aria-label={label}>
      {links.map(({ label, href, isCurrent }) => (
        <a key={label} href={href} aria-current={isCurrent ? 'true' : undefined}>
          {label}
        </a>
      ))}
    </nav>
  )
}
