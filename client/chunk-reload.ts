const key = 'chunkReloadedAt'
const onceInMs = 60_000

type Browser = Pick<Window, 'sessionStorage'> & {
  location: Place & Pick<Location, 'assign' | 'reload'>
}

/**
 * Reloads at most once in 60 seconds, because a chunk that can't be loaded usually belongs to an older build.
 * @returns whether it reloads
 */
export function reloadForChunk(target: string, browser: Browser, now: number): boolean {
  try {
    const last = browser.sessionStorage.getItem(key)
    if (last !== null && now - Number(last) < onceInMs) return false
    browser.sessionStorage.setItem(key, String(now))
  } catch {
    // Without storage nothing would limit the reloads, and an endless loop is worse than an error page.
    return false
  }
  // Assigning the same address with a hash would only scroll.
  if (target === addressOf(browser.location)) browser.location.reload()
  else browser.location.assign(target)
  return true
}

export type Place = Pick<Location, 'pathname' | 'search' | 'hash'>

export function addressOf({ pathname, search, hash }: Place): string {
  return pathname + search + hash
}
