import { useLocation } from 'react-router'

/** The end of a list: how far back it goes, and the older part. Never page numbers, never a count of all. */
export function Older({ shown, noun, next }: { shown: string; noun: string; next: string | null }) {
  const { pathname, search } = useLocation()
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
