import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { focus, targetOf } from './page-focus.tsx'
import { isForBrowser } from './page-link.tsx'

/**
 * A link within the page becomes a navigation. The browser's own entry has no key, and the page has moved before React Router
 * can save its position.
 */
export function useHashLinks(): void {
  const navigate = useNavigate()
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[href^="#"]')
      const target = link && targetOf(link.hash)
      if (!target || event.defaultPrevented || isForBrowser(event)) return
      event.preventDefault()
      const { pathname, search, hash } = location
      navigate(pathname + search + link.hash, { replace: link.hash === hash })
      focus(target)
    }
    addEventListener('click', follow)
    return () => removeEventListener('click', follow)
  }, [navigate])
}
