import { test as base, expect, type Page } from '@playwright/test'

/** A page whose every console error, warning and uncaught exception fails the test, unless the test takes it. */
export const test = base.extend<{ problems: string[] }>({
  problems: [
    async ({ page }, use) => {
      const problems: string[] = []
      page.on('console', (message) => {
        // A test that takes the network away has asked for this one.
        if (message.text().includes('net::ERR_INTERNET_DISCONNECTED')) return
        if (['error', 'warning'].includes(message.type())) problems.push(message.text())
      })
      page.on('pageerror', (error) => problems.push(String(error)))
      await use(problems)
      expect(problems).toEqual([])
    },
    { auto: true },
  ],
})

export { expect } from '@playwright/test'

/** For what is the same in a narrow window: the project of phones leaves it out. */
export const desktopOnly = { tag: '@desktop' }

/** Waits until the client has taken the page over. */
export async function hydrated(page: Page) {
  // Not a function to wait for: Playwright makes those from text, which Trusted Types forbid the page.
  await page.locator('html[data-hydrated=true]').waitFor({ state: 'attached' })
}

/** Holds back what is asked for at these addresses. @returns lets it through */
export async function hold(page: Page, url: string | RegExp): Promise<() => void> {
  const { promise: released, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await released
    await route.fallback()
  })
  return resolve
}

/** @returns lets the application through, and waits until it has taken the page over */
export async function holdApplication(page: Page): Promise<() => Promise<void>> {
  const release = await hold(page, '**/assets/start-*.js')
  return () => {
    release()
    return hydrated(page)
  }
}

/** Watches the layout shifts of the page that is opened next. @returns their scores so far */
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

/** A visitor's sum of scores, for tests that allow for the last pixels of the machine's own fallback font. */
export function sum(scores: number[]): number {
  return scores.reduce((total, score) => total + score, 0)
}
