const key = 'chunkReloadedAt'
const onceInMs = 60_000

type Browser = Pick<Window, 'sessionStorage'> & {
  location: Pick<Location, 'assign' | 'reload' | 'pathname' | 'search' | 'hash'>
}

/**
 * A page's code that can't be loaded has most likely been replaced by a newer build: the whole page is loaded anew,
 * at the address it was wanted for, but at most once in 60 seconds, remembered across the reload.
 * @returns whether the page is being loaded anew
 */
export function reloadForChunk(target: string, browser: Browser, now: number): boolean {
  try {
    const last = browser.sessionStorage.getItem(key)
    if (last !== null && now - Number(last) < onceInMs) return false
    browser.sessionStorage.setItem(key, String(now))
  } catch {
    // What can't be remembered can't be limited either, and a loop of reloads is worse than an error page.
    return false
  }
  // To the same address but for its hash, assigning would only scroll.
  if (target === addressOf(browser.location)) browser.location.reload()
  else browser.location.assign(target)
  return true
}

export function addressOf({
  pathname,
  search,
  hash,
}: Pick<Location, 'pathname' | 'search' | 'hash'>): string {
  return pathname + search + hash
}
