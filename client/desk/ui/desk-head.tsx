import type { ReactNode } from 'react'

type Props = {
  title: string
  /** For the window's title where the page's own is a question or a sentence. */
  name?: string
  /** The page before, where Esc goes. */
  past?: { label: string; href?: string }
  lead?: ReactNode
  /** State, and the one sum that matters. */
  side?: ReactNode
  /** Below the title, on glass. */
  children?: ReactNode
}

/** The glass above a page of the desk. */
export function DeskHead({ title, name = title, past, lead, side, children }: Props) {
  return (
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
          <h1 className="DeskHead-title">{title}</h1>
          {lead && <p className="DeskHead-lead">{lead}</p>}
        </div>
        {side && <div className="DeskHead-side">{side}</div>}
      </div>
      {children}
    </header>
  )
}

export function HeadSum({ sum, note }: { sum: string; note: string }) {
  return (
    <p className="DeskHead-sum">
      {sum} <small>{note}</small>
    </p>
  )
}
