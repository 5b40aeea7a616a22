import { useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** After a navigation, focuses the page's heading or the hash's target, and announces the title. */
export function PageFocus() {
  const { pathname, search, hash } = useLocation()
  const type = useNavigationType()
  const [announced, setAnnounced] = useState('')
  const page = pathname + search
  const shown = useRef(page)

  useLayoutEffect(() => {
    if (shown.current === page) return
    const [path] = shown.current.split('?')
    shown.current = page
    // A page may replace its own query, which isn't a navigation for the visitor.
    if (type === 'REPLACE' && path === pathname) return
    setAnnounced(document.title)
    const target = targetOf(hash)
    // The visitor may already have moved the focus within the target, for example after the skip link.
    if (!target?.contains(document.activeElement)) focus(target ?? document.querySelector('main h1'))
  }, [page, pathname, hash, type])

  return (
    <p className="vh" role="status" data-announcer>
      {announced}
    </p>
  )
}

/** Null for a hash that can't be decoded, such as `#100%`. */
export function targetOf(hash: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)))
  } catch {
    return null
  }
}

/** Doesn't scroll, because scroll restoration sets the position. */
export function focus(element: HTMLElement | null) {
  element?.closest('details')?.setAttribute('open', '')
  if (!element?.hasAttribute('tabindex')) element?.setAttribute('tabindex', '-1')
  element?.focus({ preventScroll: true })
}
