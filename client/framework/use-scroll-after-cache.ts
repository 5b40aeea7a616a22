import { useEffect } from 'react'

/**
 * Finds the place again when the page comes back from the back/forward cache. WebKit restores it after `pageshow`, but
 * by then React Router has set `history.scrollRestoration` to `manual`.
 */
export function useScrollAfterCache(): void {
  useEffect(() => {
    let top = 0
    const remember = () => {
      top = scrollY
    }
    const restore = ({ persisted }: PageTransitionEvent) => {
      if (persisted) scrollTo({ top, behavior: 'instant' })
    }
    addEventListener('pagehide', remember)
    addEventListener('pageshow', restore)
    return () => {
      removeEventListener('pagehide', remember)
      removeEventListener('pageshow', restore)
    }
  }, [])
}
