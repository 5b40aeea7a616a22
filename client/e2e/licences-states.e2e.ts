import type { BrowserContext } from '@playwright/test'
import { paleOnPaper, violationsIn, violationsInColours } from './axe.ts'
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

test('every state of the pages of one’s licences breaks no rule of axe, light and dark, fits 320 pixels, and prints dark', async ({
  browser,
}) => {
  test.setTimeout(600_000)
  const cookies = await customer.cookies()
  const page = await browser.newPage({ viewport: { width: 320, height: 640 }, reducedMotion: 'reduce' })
  for (const [name, open] of Object.entries(states)) {
    // Some states sign out.
    await page.context().addCookies(cookies)
    await page.emulateMedia({ colorScheme: 'light' })
    await open(page)
    // Bar and foot are those of every page.
    expect.soft(await violationsIn(page, { within: 'main' }), name).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect.soft(await violationsInColours(page, { within: 'main' }), `${name}, dark`).toEqual([])
    await page.emulateMedia({ media: 'print' })
    expect.soft(await page.evaluate(paleOnPaper), `${name}, printed`).toEqual([])
    await page.emulateMedia({ media: 'screen' })
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect.soft(wide, name).toBeLessThanOrEqual(0)
  }
  await page.close()
})
