import type { ReactNode } from 'react'
import { PageLink } from '../framework/page-link.tsx'

type Props = { to: string; quiet?: boolean; className?: string; children: ReactNode }

/** A link that looks like a button. The primary kind carries the cue. */
export function ButtonLink({ to, quiet = false, className, children }: Props) {
  return (
    <PageLink className={['Button', quiet && 'Button--quiet', className].filter(Boolean).join(' ')} to={to}>
      {!quiet && <span className="Button-cue" />}
      {children}
    </PageLink>
  )
}
