import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { APIRequestContext, Page } from '@playwright/test'
import { freePort } from '#server/testing/support/free-port.ts'
import type { PlacedOrder } from '#shared/orders/orders.ts'
import { routes } from '#shared/routes/routes.ts'
import { placeOrder } from './place-order.ts'
import { heading, test } from './shop-page.ts'
import { recaptcha } from './sites-under-test.ts'
import { startSite } from './start-site.ts'
import { expect, hydrated } from './test.ts'

const forget = (page: Page) => page.getByRole('button', { name: 'Forget this order on this device' })
const opened = (placed: PlacedOrder) =>
  `${routes.completedOrder(placed.order.id)}&token=${placed.accessToken}`

/** No browser has these orders' tokens yet. */
async function placeOrders(request: APIRequestContext, count: number): Promise<PlacedOrder[]> {
  const placed: PlacedOrder[] = []
  for (let n = 0; n < count; n++) placed.push(await placeOrder(request, 'invoice'))
  return placed
}

test('a link on another site opens its order, and pushes out none of the visitor’s', async ({
  page,
  request,
  shop,
}) => {
  const [linked, again, ...own] = (await placeOrders(request, 7)) as [PlacedOrder, PlacedOrder]
  for (const each of own as PlacedOrder[]) await page.request.get(opened(each))
  // Another host name makes another site.
  const elsewhere = shop.url.replace('127.0.0.1', 'localhost')
  for (const each of [linked, again]) {
    await page.route(elsewhere, (route) =>
      route.fulfill({ contentType: 'text/html', body: `<a href="${shop.url}${opened(each)}">Open</a>` }),
    )
    await page.goto(elsewhere)
    await page.getByRole('link', { name: 'Open' }).click()
    await expect(heading(page)).toHaveText('Your invoice is here.')
    await expect(page.locator('.PageHeader-past')).toContainText(each.order.number)
  }
  for (const each of own as PlacedOrder[]) {
    const answer = await page.request.get(routes.completedOrder(each.order.id))
    expect(answer.status()).toBe(200)
  }
})

test('an order is forgotten by keyboard, with what was typed for it, and going back shows none of it', async ({
  page,
  request,
  problems,
}) => {
  const [placed] = (await placeOrders(request, 1)) as [PlacedOrder]
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(opened(placed))
  await hydrated(page)
  await page.evaluate((id) => {
    sessionStorage.setItem('checkoutDraft', '{"name":"Ada"}')
    const attempts = [{ key: 'one', order: id, items: [] }, { key: 'another' }]
    localStorage.setItem('orderAttempts', JSON.stringify(attempts))
  }, placed.order.id)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await forget(page).focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(forget(page)).toBeFocused()
  await page.keyboard.press('Enter')

  await expect(heading(page)).toHaveText('Order forgotten')
  await expect(page).toHaveTitle(/^Order forgotten - /)
  expect(page.url()).not.toContain(placed.order.id)
  expect(await page.evaluate(() => sessionStorage.getItem('checkoutDraft'))).toBeNull()
  expect(await page.evaluate(() => localStorage.getItem('orderAttempts'))).toBe('[{"key":"another"}]')
  expect(await page.context().cookies()).toEqual([])
  await page.goBack()
  await expect(heading(page)).toHaveText('No order to show')
  problems.allow(404)
})

test('an order is cancelled at the web tier of a site, and another forgotten by both tiers', async ({
  page,
  request,
  problems,
}) => {
  const { web, api, close } = await startTiers()
  const [first, second] = [
    await placeOrder(request, 'invoice', api),
    await placeOrder(request, 'invoice', api),
  ]
  await page.goto(web + opened(first))
  await hydrated(page)
  await page.getByText('Cancel the order').click()
  await page.getByRole('button', { name: `Cancel order ${first.order.number}` }).click()
  await expect(heading(page)).toHaveText('This order was cancelled.')
  await expect(page.getByRole('article', { name: 'Adjustment note' })).toContainText('Nothing is owed')
  expect(new URL(page.url()).origin).toBe(web)
  problems.allow(404)

  await page.goto(web + opened(second))
  const posts: string[] = []
  page.on('request', (each) => {
    if (each.method() === 'POST' && each.isNavigationRequest()) posts.push(new URL(each.url()).origin)
  })
  await forget(page).click()
  await expect(heading(page)).toHaveText('Order forgotten')
  expect(posts).toEqual([web, api])
  expect(new URL(page.url()).origin).toBe(web)
  const cookies = await page.context().cookies()
  expect(cookies.map(({ value }) => value)).toEqual([first.accessToken])
  await page.goto('about:blank')
  await close()
})

/** Two hosts, because cookies are separate by host but not by port. */
async function startTiers() {
  const dataDir = mkdtempSync(join(tmpdir(), 'tiers-'))
  const [webPort, apiPort] = await Promise.all([freePort(), freePort()])
  const [web, api] = [`http://localhost:${webPort}`, `http://127.0.0.1:${apiPort}`]
  const common = { SITE_URL: web, RECAPTCHA_BASE_URL: recaptcha.url, RATE_LIMIT_FACTOR: '0' }
  const sites = await Promise.all([
    startSite({ ...common, PORT: String(webPort), API_BASE_URL: api, DATA_DIR: join(dataDir, 'web') }),
    startSite({ ...common, PORT: String(apiPort), CORS_ORIGINS: web, DATA_DIR: join(dataDir, 'api') }),
  ])
  return {
    web,
    api,
    async close() {
      await Promise.all(sites.map((site) => site.close()))
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
