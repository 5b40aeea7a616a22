import { test as base, expect } from '@playwright/test'

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

/** Waits until the client has taken the page over. */
export async function hydrated(page: import('@playwright/test').Page) {
  // Not a function to wait for: Playwright makes those from text, which Trusted Types forbid the page.
  await page.locator('html[data-hydrated=true]').waitFor({ state: 'attached' })
}
