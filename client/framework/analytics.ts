const optOutKey = 'analytics'

type GtagWindow = Window & { dataLayer?: unknown[] }
type PrivacyNavigator = Navigator & { globalPrivacyControl?: boolean }

export type Analytics = {
  /** @param location the page's whole address */
  pageView(location: string, title: string): void
}

/** Counts page views, unless there is no id, the browser asks not to be tracked, or the visitor has opted out. */
export function createAnalytics(id: string, browser: GtagWindow = window): Analytics {
  let loaded = false

  function load() {
    loaded = true
    browser.dataLayer ??= []
    gtag('js', new Date())
    gtag('config', id, { send_page_view: false })
    const script = browser.document.createElement('script')
    script.async = true
    script.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`
    browser.document.head.append(script)
  }

  /** Google's script tells commands by their being an `arguments` object, not an array. */
  function gtag(..._command: unknown[]) {
    // biome-ignore lint/complexity/noArguments: see above
    browser.dataLayer?.push(arguments)
  }

  return {
    pageView(location, title) {
      if (id === '' || asksNotToBeTracked(browser.navigator) || hasOptedOut(browser)) return
      if (!loaded) load()
      gtag('event', 'page_view', { page_location: location, page_title: title })
    },
  }
}

export function asksNotToBeTracked(navigator: PrivacyNavigator): boolean {
  return navigator.globalPrivacyControl === true || navigator.doNotTrack === '1'
}

export function hasOptedOut(browser: Window): boolean {
  try {
    return browser.localStorage.getItem(optOutKey) === 'off'
  } catch {
    return false
  }
}

/** Counts for this page at once, and for the next ones. @returns whether the choice could be kept */
export function optOut(browser: Window, id: string, out: boolean): boolean {
  Object.assign(browser, { [`ga-disable-${id}`]: out })
  try {
    if (out) browser.localStorage.setItem(optOutKey, 'off')
    else browser.localStorage.removeItem(optOutKey)
    return true
  } catch {
    return false
  }
}
