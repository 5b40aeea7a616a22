import type { DataRouter } from 'react-router'
import { mayPrefetch } from './connection.ts'
import { whenIdle, whenLoaded } from './when.ts'

/**
 * Lays out what sheets leave out of a visit's first layout, `[data-later]`, one part in each idle moment. The first scroll
 * ends the waiting, because a place is found again only in a whole page. A page that is shown again is whole at once.
 */
export function layOutWhole(router: DataRouter): void {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (scrollY > 0 || visit?.type !== 'navigate') finish()
  else whenLoaded(() => whenIdle(layOutNext))
  addEventListener('scroll', () => whenIdle(finish), { once: true })
  router.subscribe(finish)
}

function layOutNext(): void {
  const part = document.querySelector('[data-later]')
  if (!part) {
    finish()
    return
  }
  part.removeAttribute('data-later')
  // Whoever takes a picture of the page waits for no decoding.
  if (mayPrefetch(navigator))
    for (const picture of part.querySelectorAll('img'))
      Object.assign(picture, { decoding: 'sync', loading: 'eager' })
  whenIdle(layOutNext)
}

function finish(): void {
  document.documentElement.dataset.whole = 'true'
}
