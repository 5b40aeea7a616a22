import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContext } from '@playwright/test'
import { licencesStates } from './licences-states.ts'
import { type ShopSite, startShop } from './shop-site.ts'
import { expect, test } from './test.ts'

let shop: ShopSite
let customer: BrowserContext
let states: Awaited<ReturnType<typeof licencesStates>>
test.beforeAll(async ({ browser }) => {
  shop = await startShop()
  customer = await browser.newContext()
  states = await licencesStates(shop, customer)
})
test.afterAll(async () => {
  await customer.close()
  await shop.close()
})

test('every state of the pages of one’s licences breaks no rule of axe, light and dark, and fits 320 pixels', async ({
  browser,
}) => {
  test.setTimeout(600_000)
  const storageState = await customer.storageState()
  for (const [name, open] of Object.entries(states)) {
    const viewport = { width: 320, height: 640 }
    const context = await browser.newContext({ storageState, viewport, reducedMotion: 'reduce' })
    const page = await context.newPage()
    await open(page)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      const { violations } = await new AxeBuilder({ page }).analyze()
      const found = violations.map(({ id, nodes }) => [id, nodes.map(({ target }) => target.join(' '))])
      expect.soft(found, `${name}, ${colorScheme}`).toEqual([])
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect.soft(wide, name).toBeLessThanOrEqual(0)
    await context.close()
  }
})
