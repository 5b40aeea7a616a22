import { addressOf, type Place, reloadForChunk } from './chunk-reload.ts'
import './site/styles/index.css'

const patienceMs = 3_000

// The server's page is readable at once, so the application waits until it has been painted.
const painted = new Promise<void>((resolve) => {
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint')[0]) resolve()
  }).observe({ type: 'paint', buffered: true })
})
const waited = new Promise((resolve) => setTimeout(resolve, patienceMs))
const seen = Promise.race([painted, waited])
seen.then(startApplication)

// The browser can restore a scroll position only in a fully laid out page.
const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
if (visit?.type === 'navigate') seen.then(layOutNext)
else finishLayout()

/**
 * Lays out the `[data-later]` parts, which sheets exclude from the first layout: one part per frame until the
 * visitor scrolls.
 */
function layOutNext(): void {
  const part = document.querySelector('[data-later]')
  if (!part || scrollY > 0) finishLayout()
  else {
    part.removeAttribute('data-later')
    requestAnimationFrame(() => setTimeout(layOutNext))
  }
}

function finishLayout(): void {
  document.documentElement.dataset.whole = 'true'
}

/** Fetches all files of the application at once. This file is a single one, so that nothing else loads before the paint. */
function startApplication(): void {
  const { application = '', styles } =
    document.querySelector<HTMLScriptElement>('script[data-application]')?.dataset ?? {}
  const [start = '', ...others] = application.split(' ')
  // The page inlines these sheets' rules. A disabled sheet isn't fetched, but the bundler's loader finds its link.
  for (const href of styles?.split(' ') ?? []) addLink({ rel: 'stylesheet', disabled: true, href })
  for (const href of others) addLink({ rel: 'modulepreload', href })
  import(/* @vite-ignore */ start)
    .then(({ start }: typeof import('./start.tsx')) => start(reload))
    .catch(async (error: unknown) => {
      // A reload would lose typed text, or resubmit the form that this page answers.
      if (!isTyped() && !isAnswer() && (await isReachable()) && reload(location)) return
      // The page stays as the server rendered it, and names what needs a script.
      document.documentElement.dataset.hydrated = 'false'
      throw error
    })
}

function isTyped(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement>('input, textarea')
  return Array.from(fields).some(({ value, defaultValue }) => value !== defaultValue)
}

function isAnswer(): boolean {
  const state = document.querySelector('script#preloaded-state')?.textContent
  return !state?.includes('"actionData":null')
}

/** Without a connection the browser’s error page would replace a readable page. */
function isReachable(): Promise<boolean> {
  return fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** While offline, a reload would lose the current page. */
function reload(place: Place): boolean {
  return navigator.onLine && reloadForChunk(addressOf(place), window, Date.now())
}

function addLink(link: Partial<HTMLLinkElement>): void {
  document.head.append(Object.assign(document.createElement('link'), link))
}
