import type { Browser, Page } from '@playwright/test'
import { build } from 'vite'
import { routes } from '#shared/routes/routes.ts'

/** Event Timing leaves out what is painted within 16 ms, https://w3c.github.io/event-timing/#sec-should-add-performanceeventtiming */
const unseenMs = 16
const slowdown = 4
const searched = 'lost key'
/** Playwright's own check of what a press hits would lay the page out within the measured time. */
const unchecked = { force: true }

type Act = {
  name: string
  path: string
  width: number
  prepare?(page: Page): Promise<void>
  press(page: Page): Promise<void>
}

const phone = 412
const desktop = 1280

const acts: Act[] = [
  {
    name: 'menu',
    path: routes.pricing,
    width: phone,
    async press(page) {
      await page.getByRole('button', { name: 'Menu' }).click(unchecked)
      await page.getByRole('button', { name: 'Close' }).click(unchecked)
    },
  },
  {
    name: 'add to cart',
    path: routes.shop,
    width: phone,
    press: (page) =>
      page
        .getByRole('button', { name: /^Add to cart/ })
        .first()
        .click(unchecked),
  },
  {
    name: 'prompter start',
    path: routes.home,
    width: desktop,
    prepare: comeToPrompter,
    async press(page) {
      await page.getByRole('button', { name: /^(Start|Carry on)$/ }).click(unchecked)
      await page.getByRole('button', { name: 'Stop' }).click(unchecked)
    },
  },
  {
    name: 'tab switch',
    path: routes.home,
    width: phone,
    prepare: comeToPrompter,
    async press(page) {
      const tabs = page.getByRole('group', { name: 'Show' }).getByRole('button')
      for (const tab of ['Script', 'Glass']) await tabs.filter({ hasText: tab }).click(unchecked)
    },
  },
  {
    name: 'search typing',
    path: routes.help,
    width: desktop,
    press: (page) => page.getByRole('combobox').pressSequentially(searched),
  },
]

export type Presses = { act: string; presses: number; 'p50 ms': number; 'p98 ms': number }

/** Presses on a CPU four times slower. @returns the milliseconds from each press to its paint (INP) */
export async function timePresses(browser: Browser, origin: string, runs: number): Promise<Presses[]> {
  const rows: Presses[] = []
  for (const { name, path, width, prepare, press } of acts) {
    const times: number[] = []
    for (let run = 0; run < runs; run++) {
      const page = await browser.newPage({ viewport: { width, height: 823 } })
      await page.goto(origin + path)
      await page.locator('html[data-hydrated=true]').waitFor({ state: 'attached' })
      await prepare?.(page)
      const session = await page.context().newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
      await page.evaluate(watchInteractions, unseenMs)
      await press(page)
      times.push(...(await page.evaluate(interactions)).map((time) => Math.max(time, unseenMs)))
      await page.close()
    }
    rows.push({
      act: name,
      presses: times.length,
      'p50 ms': quantile(times, 0.5),
      'p98 ms': quantile(times, 0.98),
    })
  }
  return rows
}

export type Navigations = { site: number; empty: number; ratio: number }

/** Milliseconds from a press on a prefetched link to the new page's paint, and the same for a page of React alone. */
export async function timeNavigations(browser: Browser, origin: string, runs: number): Promise<Navigations> {
  const script = await emptyPage()
  const times = { site: [] as number[], empty: [] as number[] }
  for (let run = 0; run < runs; run++) {
    for (const kind of ['site', 'empty'] as const) {
      const page = await browser.newPage({ viewport: { width: desktop, height: 823 } })
      await page.route('**/empty', (route) =>
        route.fulfill({
          contentType: 'text/html',
          body: '<body><script type="module" src="/empty.js"></script>',
        }),
      )
      await page.route('**/empty.js', (route) =>
        route.fulfill({ contentType: 'text/javascript', body: script }),
      )
      await page.goto(origin + (kind === 'site' ? routes.home : '/empty'))
      if (kind === 'site') await page.locator('html[data-hydrated=true]').waitFor({ state: 'attached' })
      const link = page.locator(`a[href="${routes.pricing}"]:visible`).first()
      await link.hover()
      await page.waitForLoadState('networkidle')
      const painted = page.evaluate(nextHeading)
      await link.click()
      times[kind].push(await painted)
      await page.close()
    }
  }
  const [site, empty] = [quantile(times.site, 0.5), quantile(times.empty, 0.5)]
  return { site, empty, ratio: Number((site / empty).toFixed(2)) }
}

async function comeToPrompter(page: Page): Promise<void> {
  await page.locator('#try').evaluate((section) => section.scrollIntoView({ behavior: 'instant' }))
  await page.locator('#try').getByRole('button', { name: 'Start' }).waitFor()
}

async function emptyPage(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, rolldownOptions: { input: 'client/measure/empty-page.tsx' } },
  })
  const [file] = 'output' in built ? built.output : []
  if (file?.type !== 'chunk') throw new Error('The empty page was not built')
  return file.code
}

function watchInteractions(durationThreshold: number): void {
  const longest = new Map<number, number>()
  Object.assign(window, { longest })
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries() as PerformanceEventTiming[])
      if (interactionId) longest.set(interactionId, Math.max(duration, longest.get(interactionId) ?? 0))
  }).observe({ type: 'event', durationThreshold } as PerformanceObserverInit)
}

/** Entries come after the paint that they describe. */
async function interactions(): Promise<number[]> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  await new Promise((resolve) => requestIdleCallback(resolve))
  return [...(window as unknown as { longest: Map<number, number> }).longest.values()]
}

/** Resolves when a heading with other words has been painted. */
function nextHeading(): Promise<number> {
  const words = () => document.querySelector('h1')?.textContent
  const before = words()
  return new Promise((resolve) => {
    let pressed = 0
    addEventListener(
      'click',
      (event) => {
        pressed = event.timeStamp
      },
      { capture: true, once: true },
    )
    new MutationObserver((_, observer) => {
      if (words() === before) return
      observer.disconnect()
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => resolve(performance.now() - pressed)
        port2.postMessage(null)
      })
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
}

function quantile(numbers: number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
}
