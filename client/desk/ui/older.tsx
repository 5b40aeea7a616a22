import { useLocation } from 'react-router'

type Props = {
  shown: string
  noun: string
  next: string | null /** The list's own, if another page shows it. */
  page?: string
}

/** Ends a list with its oldest date and a link to older rows. There are no page numbers and no totals. */
export function Older({ shown, noun, next, page }: Props) {
  const location = useLocation()
  const [pathname = '', search] = (page ?? location.pathname + location.search).split('?')
  const query = new URLSearchParams(search)
  if (next) query.set('after', next)
  return (
    <div className="Older">
      <p>{shown}</p>
      {next && (
        <a className="Button Button--quiet" href={`${pathname}?${query}`} data-older aria-keyshortcuts="n">
          Older {noun}
        </a>
      )}
    </div>
  )
}

export function Nothing({ children }: { children: string }) {
  return <p className="dim">{children}</p>
}
