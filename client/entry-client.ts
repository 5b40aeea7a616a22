import './styles/index.css'

/** What visitors do who don't wait for all of a page. */
const actions = ['pointerover', 'pointerdown', 'touchstart', 'keydown']
const patienceMs = 3_000

// Who comes back, or goes somewhere with a key, needs the page at its full length: see styles/later.css.
const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
if (visit?.type !== 'navigate') layOutWhole()
addEventListener('keydown', layOutWhole, { once: true })

function layOutWhole(): void {
  document.documentElement.dataset.whole = ''
}

/**
 * The page can be read as it came from the server, so its application is fetched once that is there to be seen. This file
 * imports nothing: nothing else would be fetched before.
 */
whenSeen(() => {
  const script = document.querySelector<HTMLScriptElement>('script[data-application]')
  const files = script?.dataset.application?.split(' ') ?? []
  files.forEach(preloadModule)
  import(/* @vite-ignore */ files[0] ?? '').catch(() => {
    if (navigator.onLine) reload()
    else addEventListener('online', reload)
  })
})

repeatPresses()

/**
 * What is pressed before its script is there is pressed again once it is, unless the browser itself knows what to do, or
 * something else was typed beside it meanwhile.
 */
function repeatPresses(): void {
  const known = 'command' in HTMLButtonElement.prototype ? ':not([commandfor])' : ''
  const { dataset } = document.documentElement
  const noting = new AbortController()
  let pressed: HTMLElement[] = []
  listen('click', (target) => {
    const button = target.closest<HTMLElement>(`button[type="button"]${known}`)
    if (button) pressed.push(button)
  })
  listen('input', (target) => {
    pressed = pressed.filter((each) => !each.parentElement?.contains(target))
  })
  // Once it is said at all, as `false`, React is taking the page over, and sees to what is pressed from then on.
  new MutationObserver(async (_changes, observer) => {
    noting.abort()
    if (dataset.hydrated !== 'true') return
    observer.disconnect()
    for (const each of pressed) {
      each.click()
      // Two presses are two steps only if React renders in between.
      await undefined
    }
  }).observe(document.documentElement, { attributeFilter: ['data-hydrated'] })

  function listen(type: 'click' | 'input', note: (target: Element) => void): void {
    const { signal } = noting
    addEventListener(type, ({ target }) => target instanceof Element && note(target), { signal })
  }
}

/** Calls back once the page with all its files has been painted, or the visitor acts, or has waited long enough. */
function whenSeen(callback: () => void): void {
  const waiting = new AbortController()
  const { signal } = waiting
  const go = () => {
    if (signal.aborted) return
    waiting.abort()
    callback()
  }
  const loaded = new Promise((resolve) => {
    if (document.readyState === 'complete') resolve(undefined)
    else addEventListener('load', resolve, { once: true })
  })
  const painted = new Promise((resolve) => {
    new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true })
  })
  Promise.all([loaded, painted]).then(go)
  for (const action of actions) addEventListener(action, go, { signal, passive: true })
  setTimeout(go, patienceMs)
}

/** Asks for all that the application needs at once, and not for each file when the one before names it. */
function preloadModule(href: string): void {
  const link = document.createElement('link')
  document.head.append(Object.assign(link, { rel: 'modulepreload', href }))
}

/**
 * What can't be fetched has most likely been replaced by a newer build, whose page names its own. At most once a minute,
 * remembered where `framework/chunk-reload.ts` does; what can't be remembered throws, and nothing is loaded anew.
 */
function reload(): void {
  const key = 'chunkReloadedAt'
  if (Date.now() - Number(sessionStorage.getItem(key)) < 60_000) return
  sessionStorage.setItem(key, String(Date.now()))
  location.reload()
}
