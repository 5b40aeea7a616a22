import type { Browser, Locator, Page } from '@playwright/test'
import { build } from 'vite'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { type DeskSite, startDesk } from '../e2e/desk-site.ts'

/**
 * Event Timing omits events painted within 16 ms,
 * https://w3c.github.io/event-timing/#sec-should-add-performanceeventtiming
 */
const unseenMs = 16
const slowdown = 4
const searched = 'lost key'
/**
 * The pointer rests on the target first and presses for 80 ms, as people do. Playwright's own hit test would
 * force a layout.
 */
const press = { force: true, delay: 80 }
const restMs = 300
const typing = { delay: 80 }
/** Measures the share of React and Chromium alone. */
const emptyPath = '/empty'

type Act = {
  name: string
  path: string
  width: number
  atDesk?: true
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
      await pressOn(page.getByRole('button', { name: 'Menu' }))
      await pressOn(page.getByRole('button', { name: 'Close' }))
    },
  },
  {
    name: 'add to cart',
    path: routes.shop,
    width: phone,
    press: (page) => pressOn(page.getByRole('button', { name: /^Add to cart/ }).first()),
  },
  {
    name: 'prompter start',
    path: routes.home,
    width: desktop,
    prepare: comeToPrompter,
    async press(page) {
      await pressOn(page.getByRole('button', { name: /^(Start|Carry on)$/ }))
      await pressOn(page.getByRole('button', { name: 'Stop' }))
    },
  },
  {
    name: 'tab switch',
    path: routes.home,
    width: phone,
    prepare: comeToPrompter,
    async press(page) {
      const tabs = page.getByRole('group', { name: 'Show' }).getByRole('button')
      for (const tab of ['Script', 'Glass']) await pressOn(tabs.filter({ hasText: tab }))
    },
  },
  {
    name: 'search typing',
    path: routes.help,
    width: desktop,
    press: (page) => page.getByRole('combobox').pressSequentially(searched, typing),
  },
  {
    name: 'prompter slider',
    path: routes.home,
    width: desktop,
    prepare: comeToPrompter,
    async press(page) {
      const slider = page.getByRole('slider').first()
      // People focus a slider before they move it.
      await slider.focus()
      await page.waitForTimeout(restMs)
      for (let step = 0; step < 4; step++) await slider.press('ArrowRight', typing)
    },
  },
  {
    name: 'checkout typing',
    path: `${routes.cart}?add=solo`,
    width: phone,
    press: (page) =>
      page
        .getByRole('form', { name: 'Checkout' })
        .getByRole('textbox')
        .first()
        .pressSequentially('jo@example', typing),
  },
  {
    name: 'desk search typing',
    path: deskRoutes.orders,
    width: desktop,
    atDesk: true,
    press: (page) =>
      page.getByRole('searchbox', { name: 'Search the desk' }).pressSequentially('2026-000123', typing),
  },
  {
    name: 'empty React page',
    path: emptyPath,
    width: phone,
    press: (page) => pressOn(page.getByRole('link')),
  },
]

export type Presses = { act: string; presses: number; 'p50 ms': number; 'p98 ms': number }

/** Presses on a CPU four times slower. @returns the milliseconds from each press to its paint (INP) */
export async function timePresses(browser: Browser, origin: string, runs: number): Promise<Presses[]> {
  const desk = await startDesk()
  try {
    return await timeActs(browser, { origin, desk }, runs)
  } finally {
    await desk.close()
  }
}

async function timeActs(
  browser: Browser,
  { origin, desk }: { origin: string; desk: DeskSite },
  runs: number,
): Promise<Presses[]> {
  const rows: Presses[] = []
  const serveEmpty = await emptyPage()
  const owner = await desk.signIn(browser, 'alex@example.com')
  for (const { name, path, width, atDesk, prepare, press } of acts) {
    const times: number[] = []
    for (let run = 0; run < runs; run++) {
      const page = await browser.newPage({ viewport: { width, height: 823 } })
      if (path === emptyPath) await serveEmpty(page)
      if (atDesk) await page.context().addCookies(owner)
      await page.goto((atDesk ? desk.url : origin) + path)
      if (path !== emptyPath) await page.locator('html[data-hydrated=true]').waitFor({ state: 'attached' })
      await prepare?.(page)
      // Waits until prefetching ends.
      await page.waitForLoadState('networkidle')
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

/** Milliseconds from a press on a prefetched link to the new page's paint, and for an empty React page. */
export async function timeNavigations(browser: Browser, origin: string, runs: number): Promise<Navigations> {
  const serveEmpty = await emptyPage()
  const times = { site: [] as number[], empty: [] as number[] }
  for (let run = 0; run < runs; run++) {
    for (const kind of ['site', 'empty'] as const) {
      const page = await browser.newPage({ viewport: { width: desktop, height: 823 } })
      if (kind === 'empty') await serveEmpty(page)
      await page.goto(origin + (kind === 'site' ? routes.home : emptyPath))
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

async function pressOn(target: Locator): Promise<void> {
  await target.hover(press)
  await target.page().waitForTimeout(restMs)
  await target.click(press)
}

async function comeToPrompter(page: Page): Promise<void> {
  await page.locator('#try').evaluate((section) => section.scrollIntoView({ behavior: 'instant' }))
  await page.locator('#try').getByRole('button', { name: 'Start' }).waitFor()
}

/** @returns a function that serves the empty page to a browser page */
async function emptyPage(): Promise<(page: Page) => Promise<void>> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, rolldownOptions: { input: 'client/measure/empty-page.tsx' } },
  })
  const [file] = 'output' in built ? built.output : []
  if (file?.type !== 'chunk') throw new Error('The empty page was not built')
  const { code } = file
  return async (page) => {
    await page.route(`**${emptyPath}`, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<body><script type="module" src="/empty.js"></script>',
      }),
    )
    await page.route('**/empty.js', (route) => route.fulfill({ contentType: 'text/javascript', body: code }))
  }
}

function watchInteractions(durationThreshold: number): void {
  const longest = new Map<number, number>()
  Object.assign(window, { longest })
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries() as PerformanceEventTiming[])
      if (interactionId) longest.set(interactionId, Math.max(duration, longest.get(interactionId) ?? 0))
  }).observe({ type: 'event', durationThreshold } as PerformanceObserverInit)
}

/** Entries are reported after the paint that they measure. */
async function interactions(): Promise<number[]> {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  await new Promise((resolve) => requestIdleCallback(resolve))
  return [...(window as unknown as { longest: Map<number, number> }).longest.values()]
}

/** Resolves when a heading with a different text is painted. */
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
