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
  const { application = '' } =
    document.querySelector<HTMLScriptElement>('script[data-application]')?.dataset ?? {}
  const [start = '', ...others] = application.split(' ')
  for (const href of others)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  import(/* @vite-ignore */ start)
}
