import './styles/index.css'

const patienceMs = 3_000

// The server's page is readable, so the application waits for the first paint.
const painted = new Promise((resolve) => {
  new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true })
})
const waited = new Promise((resolve) => setTimeout(resolve, patienceMs))
Promise.race([painted, waited]).then(startApplication)

/** Fetches all files at once. This file imports none, because nothing may load before the first paint. */
function startApplication(): void {
  const script = document.querySelector<HTMLScriptElement>('script[data-application]')
  const [application = '', ...others] = script?.dataset.application?.split(' ') ?? []
  for (const href of others) {
    const link = document.createElement('link')
    document.head.append(Object.assign(link, { rel: 'modulepreload', href }))
  }
  import(/* @vite-ignore */ application)
}
