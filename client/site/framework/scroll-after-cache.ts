/**
 * WebKit restores the position after `pageshow`, when React Router has already set `history.scrollRestoration`
 * to `manual`.
 */
export function scrollAfterCache(): void {
  let top = 0
  addEventListener('pagehide', () => {
    top = scrollY
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) scrollTo({ top, behavior: 'instant' })
  })
}
