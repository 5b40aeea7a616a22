import type { TocEntry } from './documents.ts'
import { useCurrentSection } from './use-current-section.ts'

/** Marks the section that the visitor is reading. */
export function TableOfContents({ toc }: { toc: TocEntry[] }) {
  const entries = mainHeadings(toc)
  const current = useCurrentSection(entries.map(({ id }) => id))
  return (
    <nav className="Toc" aria-label="On this page">
      <ol>
        {entries.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`} aria-current={id === current ? 'true' : undefined}>
              {text}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** Omits headings without text for a link or without an id, as in raw HTML. */
export function mainHeadings(toc: TocEntry[]): TocEntry[] {
  return toc.filter(({ depth, id, text }) => depth === 2 && id && text.trim() !== '')
}
