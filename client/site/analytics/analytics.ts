import { isOwnPage } from '#shared/pages/own-pages.ts'
import { readText, writeText } from '../framework/browser-storage.ts'

const optOutKey = 'analytics'

type GtagWindow = Window & { dataLayer?: unknown[] }
type PrivacyNavigator = Navigator & { globalPrivacyControl?: boolean }

export type Analytics = {
  pageView(location: string, title: string): void
}

/**
 * Counts nothing without an id, after an opt-out, with Do Not Track, or on personal pages.
 * @param firstPath path of the loaded document; a personal page's security policy has no analytics
 */
export function createAnalytics(id: string, firstPath: string, browser: GtagWindow = window): Analytics {
  const isAllowed = id !== '' && !isOwnPage(firstPath)
  const isSilent = () => hasOptedOut(browser) || isOwnPage(browser.location.pathname)
  let loaded = false

  function load() {
    loaded = true
    browser.dataLayer ??= []
    // Google's script reads this before it sends anything, even automatic events.
    Object.defineProperty(browser, `ga-disable-${id}`, { configurable: true, get: isSilent })
    gtag('js', new Date())
    gtag('config', id, {
      send_page_view: false,
      // The security policy blocks the addresses that these settings report to.
      allow_google_signals: false,
      allow_ad_personalization_signals: false,
    })
    const script = browser.document.createElement('script')
    script.async = true
    script.src = `https://www.googletagmanager.com/gtag/js?id=${encodeURIComponent(id)}`
    browser.document.head.append(script)
  }

  /** Google's script recognises commands as `arguments` objects; arrays don't work. */
  function gtag(..._command: unknown[]) {
    // biome-ignore lint/complexity/noArguments: see above
    browser.dataLayer?.push(arguments)
  }

  return {
    pageView(location, title) {
      if (!isAllowed || isSilent() || asksNotToBeTracked(browser.navigator)) return
      // The visitor may have left the page already.
      if (isOwnPage(new URL(location).pathname)) return
      if (!loaded) load()
      gtag('event', 'page_view', { page_location: location, page_title: title })
    },
  }
}

export function asksNotToBeTracked(navigator: PrivacyNavigator): boolean {
  return navigator.globalPrivacyControl === true || navigator.doNotTrack === '1'
}

export function hasOptedOut(browser: Window): boolean {
  return readText('localStorage', optOutKey, browser) === 'off'
}

/** @returns whether the choice was saved */
export function optOut(browser: Window, out: boolean): boolean {
  return writeText('localStorage', optOutKey, out ? 'off' : null, browser)
}
