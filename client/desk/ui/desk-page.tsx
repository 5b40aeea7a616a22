import type { ReactNode } from 'react'
import { Address } from './address.tsx'

type Props = {
  title: string
  /** The window's title; set if `title` is a sentence. */
  name?: string
  /** The parent page, to which Esc leads. */
  past?: { label: string; href?: string }
  lead?: ReactNode
  /** The status, and the most important sum. */
  side?: ReactNode
  /** Content on the glass, below the title. */
  glass?: ReactNode
  /** Additional classes for the paper. */
  paper?: string
  /** The paper's accessible name; defaults to the title. */
  label?: string
  /** Content on the paper. */
  children: ReactNode
}

/** A page: the title on glass, everything else on paper. */
export function DeskPage({
  title,
  name = title,
  past,
  lead,
  side,
  glass,
  paper,
  label = title,
  children,
}: Props) {
  return (
    <>
      <header className="DeskHead">
        <title>{`${name} - The desk`}</title>
        <meta name="robots" content="noindex" />
        <div className="DeskHead-in">
          <div className="DeskHead-text">
            {past && (
              <p className="DeskHead-past">
                {past.href ? (
                  <a href={past.href} data-past>
                    {past.label}
                  </a>
                ) : (
                  past.label
                )}
              </p>
            )}
            <h1 className="DeskHead-title">{title.includes('@') ? <Address>{title}</Address> : title}</h1>
            {lead && <p className="DeskHead-lead">{lead}</p>}
          </div>
          {side && <div className="DeskHead-side">{side}</div>}
        </div>
        {glass}
      </header>
      <section className={paper ? `Paper ${paper}` : 'Paper'} data-tone="paper" aria-label={label}>
        {children}
      </section>
    </>
  )
}

export function HeadSum({ sum, note }: { sum: string; note: string }) {
  return (
    <p className="DeskHead-sum">
      {sum} <small>{note}</small>
    </p>
  )
}

/**
 * Links within the page, because a narrow window puts the second column far below.
 * @param to headings by id
 */
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
