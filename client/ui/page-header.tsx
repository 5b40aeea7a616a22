import type { ReactNode } from 'react'

type Props = {
  /** The line before the title: a parent page, or a fact. */
  past?: ReactNode
  title: string
  lead?: ReactNode
  compact?: boolean
}

export function PageHeader({ past, title, lead, compact = false }: Props) {
  return (
    <header className={compact ? 'PageHeader PageHeader--compact' : 'PageHeader'} data-tone="glass">
      <div className="wrap">
        {past && <p className="PageHeader-past">{past}</p>}
        <h1 className="PageHeader-title" tabIndex={-1}>
          {title}
        </h1>
        {lead && <p className="PageHeader-lead">{lead}</p>}
      </div>
    </header>
  )
}
