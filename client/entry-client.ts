import './site/styles/index.css'

const patienceMs = 3_000

// The server's page is readable, so the application waits until it is painted.
const painted = new Promise<void>((resolve) => {
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint')[0]) resolve()
  }).observe({ type: 'paint', buffered: true })
})
const waited = new Promise((resolve) => setTimeout(resolve, patienceMs))
Promise.race([painted, waited]).then(startApplication)

/** Fetches all files at once. This file imports none, because nothing may load before that paint. */
function startApplication(): void {
  const { application = '', styles } =
    document.querySelector<HTMLScriptElement>('script[data-application]')?.dataset ?? {}
  const [start = '', ...others] = application.split(' ')
  // The page has these sheets' rules. Nothing fetches a disabled sheet, and the bundler's loader finds its link.
  for (const href of styles?.split(' ') ?? []) addLink({ rel: 'stylesheet', disabled: true, href })
  for (const href of others) addLink({ rel: 'modulepreload', href })
  import(/* @vite-ignore */ start)
}

function addLink(link: Partial<HTMLLinkElement>): void {
  document.head.append(Object.assign(document.createElement('link'), link))
}
