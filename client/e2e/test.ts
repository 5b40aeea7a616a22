import { test as base, expect, type Page } from '@playwright/test'

/** Console errors, warnings and uncaught exceptions fail a test unless it takes them. */
export const test = base.extend<{ fetchesAhead: boolean; problems: string[] }>({
  // Otherwise every page of every test would fetch some thirty files of other pages.
  fetchesAhead: [false, { option: true }],
  context: async ({ context, fetchesAhead }, use) => {
    if (!fetchesAhead)
      await context.addInitScript(() =>
        Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
      )
    await use(context)
  },
  problems: [
    async ({ page }, use) => {
      const problems: string[] = []
      page.on('console', (message) => {
        // Tests that cut the network expect this error.
        if (message.text().includes('net::ERR_INTERNET_DISCONNECTED')) return
        if (['error', 'warning'].includes(message.type())) problems.push(message.text())
      })
      page.on('pageerror', (error) => problems.push(String(error)))
      await use(problems)
      expect(problems).toEqual([])
      // A page with held requests would take five seconds to close.
      if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
    },
    { auto: true },
  ],
})

export { expect } from '@playwright/test'

export const phone = { viewport: { width: 375, height: 700 }, isMobile: true, hasTouch: true }

export async function hydrated(page: Page) {
  // Trusted Types forbid Playwright's `waitForFunction`, which makes functions from text.
  await page.locator('html[data-hydrated=true]').waitFor({ state: 'attached' })
}

/** Delays requests to these addresses. @returns a function that releases them */
export async function hold(page: Page, url: string | RegExp): Promise<() => void> {
  const { promise: released, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await released
    await route.fallback()
  })
  return resolve
}

/** @returns a function that releases the application and waits for hydration */
export async function holdApplication(page: Page): Promise<() => Promise<void>> {
  const release = await hold(page, '**/assets/start-*.js')
  return () => {
    release()
    return hydrated(page)
  }
}

/** Watches the layout shifts of the next page. @returns a function that lists their scores */
export async function watchShifts(page: Page): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return () =>
    page.evaluate(async () => {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      return (window as unknown as { shifts: number[] }).shifts
    })
}

/** Sums scores for tests that tolerate the machine's own fallback font. */
export function sum(scores: number[]): number {
  return scores.reduce((total, score) => total + score, 0)
}
