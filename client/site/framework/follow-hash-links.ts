import type { DataRouter } from 'react-router'
import { focus, targetOf } from './page-focus.tsx'
import { followLink } from './page-link.tsx'

/**
 * Turns a link within the page into a router navigation. The browser's own entry would have no key, and the
 * page would scroll before React Router saves its position.
 */
export function followHashLinks({ navigate }: DataRouter): void {
  addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href^="#"]')
    const target = link && targetOf(link.hash)
    if (target && followLink(event, navigate, link.pathname + link.search + link.hash)) focus(target)
  })
}
