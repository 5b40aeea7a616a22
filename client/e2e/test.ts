import { test as base, expect, type Page } from '@playwright/test'

/**
 * Console errors, warnings and uncaught exceptions, which reach a test later than what the page shows.
 * A text matches a part of the line; a number is the status of a refused request.
 */
type Problems = {
  /** Each of these comes once, some time before the test ends. */
  expect(...parts: (string | number)[]): void
  /** Allows this problem any number of times; without a text, allows all. */
  allow(part?: string | number): void
}

/** Problems that a test neither expects nor allows fail it. */
export const test = base.extend<{ fetchesAhead: boolean; problems: Problems }>({
  // Otherwise every page of every test would fetch some thirty files of other pages.
  fetchesAhead: [false, { option: true }],
  // Animations take a tenth of a run, so only tests of motion enable them.
  reducedMotion: 'reduce',
  context: async ({ context, fetchesAhead }, use) => {
    if (!fetchesAhead)
      await context.addInitScript(() =>
        Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
      )
    await use(context)
  },
  problems: [
    async ({ page }, use) => {
      const lines: string[] = []
      const expected: string[] = []
      const allowed: string[] = []
      const textOf = (part: string | number) => (typeof part === 'number' ? `status of ${part}` : part)
      page.on('console', (message) => {
        // Tests that cut the network expect this error.
        if (message.text().includes('net::ERR_INTERNET_DISCONNECTED')) return
        if (['error', 'warning'].includes(message.type())) lines.push(message.text())
      })
      page.on('pageerror', (error) => lines.push(String(error)))
      await use({
        expect: (...parts) => expected.push(...parts.map(textOf)),
        allow: (part = '') => allowed.push(textOf(part)),
      })
      await expect.poll(() => match(lines, expected).missing).toEqual([])
      const { surplus } = match(lines, expected)
      expect(surplus.filter((line) => !allowed.some((part) => line.includes(part)))).toEqual([])
      // A page with held requests would take five seconds to close.
      if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
    },
    { auto: true },
  ],
})

function match(lines: string[], expected: string[]) {
  const missing = [...expected]
  const surplus = lines.filter((line) => {
    const index = missing.findIndex((part) => line.includes(part))
    return index < 0 || !missing.splice(index, 1)
  })
  return { missing, surplus }
}

export { expect } from '@playwright/test'

export const phone = { viewport: { width: 375, height: 700 }, isMobile: true, hasTouch: true }

export async function hydrated(page: Page) {
  // Trusted Types forbid Playwright's `waitForFunction`, which makes functions from text.
  await page.locator('html[data-hydrated=true]').waitFor({ state: 'attached' })
}

/** Waits until changes are painted. */
export async function painted(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
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
  return async () => {
    await painted(page)
    return page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
  }
}

/** Sums scores for tests that tolerate the machine's own fallback font. */
export function sum(scores: number[]): number {
  return scores.reduce((total, score) => total + score, 0)
}
