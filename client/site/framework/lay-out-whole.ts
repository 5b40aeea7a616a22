import type { DataRouter } from 'react-router'
import { whenIdle } from './when.ts'

/**
 * Ends what sheets leave out of a visit's first layout, `html:not([data-whole])`. A place is found again only in a page
 * that is laid out whole. So a page that is shown again is whole at once, and the first one after its first scroll.
 */
export function layOutWhole(router: DataRouter): void {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (scrollY > 0 || visit?.type !== 'navigate') finish()
  addEventListener('scroll', () => whenIdle(finish), { once: true })
  router.subscribe(finish)
}

function finish(): void {
  document.documentElement.dataset.whole = 'true'
}
