import type { ReactNode } from 'react'
import { PageLink } from '../framework/page-link.tsx'

type Props = { to: string; quiet?: boolean; className?: string; onClick?: () => void; children: ReactNode }

/** Only the primary kind has the cue. */
export function ButtonLink({ to, quiet = false, className, onClick, children }: Props) {
  return (
    <PageLink
      className={['Button', quiet && 'Button--quiet', className].filter(Boolean).join(' ')}
      to={to}
      onClick={onClick}
    >
      {!quiet && <span className="Button-cue" />}
      <span>{children}</span>
    </PageLink>
  )
}
