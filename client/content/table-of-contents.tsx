import type { TocEntry } from './documents.ts'
import { useCurrentSection } from './use-current-section.ts'

/** Marks the heading that the visitor reads. */
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

/** Leaves out a heading that has no text to link, or no address, as one written in HTML. */
export function mainHeadings(toc: TocEntry[]): TocEntry[] {
  return toc.filter(({ depth, id, text }) => depth === 2 && id && text.trim() !== '')
}
