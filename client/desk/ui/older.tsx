import { useLocation } from 'react-router'
import { withMember } from './list-filter.tsx'

type Props = {
  shown: string
  noun: string
  next: string | null
  /** How the next rows relate to these. */
  which?: 'Older' | 'Newer' | 'More'
  /** The list's address, if another page shows it. */
  page?: string
}

/** The end of a list: how far it goes, and a link to the next rows. Lists have no page numbers and no totals. */
export function Older({ shown, noun, next, which = 'Older', page }: Props) {
  const location = useLocation()
  const [pathname = '', search] = (page ?? location.pathname + location.search).split('?')
  return (
    <div className="Older">
      <p>{shown}</p>
      {next && (
        <a
          className="Button Button--quiet"
          href={withMember(pathname, new URLSearchParams(search), ['after', next])}
          data-older
          aria-keyshortcuts="n"
        >
          {which} {noun}
        </a>
      )}
    </div>
  )
}

export function Nothing({ children }: { children: string }) {
  return <p className="dim">{children}</p>
}
