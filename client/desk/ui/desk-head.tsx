import type { ReactNode } from 'react'

type Props = {
  title: string
  /** The window's title if the page's own is a sentence. */
  name?: string
  /** The page before, where Esc leads. */
  past?: { label: string; href?: string }
  lead?: ReactNode
  /** The status, and the most important sum. */
  side?: ReactNode
  /** Below the title, on glass. */
  children?: ReactNode
}

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
