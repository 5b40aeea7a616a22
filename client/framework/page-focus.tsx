import { useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** After each change of page: the focus goes to its heading, or to what the hash names; its title is announced. */
export function PageFocus() {
  const { pathname, search, hash } = useLocation()
  const [announced, setAnnounced] = useState('')
  const page = pathname + search
  const shown = useRef(page)

  useLayoutEffect(() => {
    if (shown.current === page) return
    shown.current = page
    setAnnounced(document.title)
    const target = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null
    focus(target ?? document.querySelector<HTMLElement>('main h1'))
  }, [page, hash])

  return (
    <p className="vh" role="status" data-announcer>
      {announced}
    </p>
  )
}

/** Makes the element focusable if it isn't. Scroll restoration decides where the page stands. */
function focus(element: HTMLElement | null) {
  if (!element?.hasAttribute('tabindex')) element?.setAttribute('tabindex', '-1')
  element?.focus({ preventScroll: true })
}
