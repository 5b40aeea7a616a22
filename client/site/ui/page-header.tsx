import type { ReactNode } from 'react'
import type { Elements } from './elements.ts'
import { PageTitle } from './page-title.tsx'

type Props = {
  /** The line above the title: a parent page, or a fact. */
  past?: ReactNode
  title: string
  lead?: ReactNode
  compact?: boolean
  /** Lets content extend beyond the header. */
  open?: boolean
  children?: Elements
}

export function PageHeader({ past, title, lead, compact = false, open = false, children }: Props) {
  const kinds = ['PageHeader Lens', compact && 'PageHeader--compact', open && 'PageHeader--open']
  return (
    <header className={kinds.filter(Boolean).join(' ')} data-tone="glass">
      <div className="wrap">
        {past && <p className="PageHeader-past">{past}</p>}
        <PageTitle>{title}</PageTitle>
        {lead && <p className="PageHeader-lead">{lead}</p>}
        {children}
      </div>
    </header>
  )
}
