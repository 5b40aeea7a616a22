import type { DataRouter } from 'react-router'
import { focus, targetOf } from './page-focus.tsx'
import { followLink } from './page-link.tsx'

/**
 * A link within the page becomes a navigation. The browser's own entry has no key, and the page has moved before React Router
 * can save its position.
 */
export function followHashLinks({ navigate }: DataRouter): void {
  addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="#"]')
    const target = link && targetOf(link.hash)
    if (target && followLink(event, navigate, link.pathname + link.search + link.hash)) focus(target)
  })
}
