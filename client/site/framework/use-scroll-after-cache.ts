import { useEffect } from 'react'

/** WebKit restores the position after `pageshow`, when React Router has set `history.scrollRestoration` to `manual`. */
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
