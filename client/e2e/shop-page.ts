import type { Page, Request } from '@playwright/test'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { placeOrder } from './place-order.ts'
import { type ShopSite, startShop } from './shop-site.ts'
import { test as base, hydrated } from './test.ts'

/** Each worker has its own site with cards, because its payment provider simulates one behaviour at a time. */
export const test = base.extend<{ providerWell: undefined }, { shop: ShopSite }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const shop = await startShop()
      await use(shop)
      await shop.close()
    },
    { scope: 'worker' },
  ],
  baseURL: ({ shop }, use) => use(shop.url),
  providerWell: [
    async ({ shop }, use) => {
      await use(undefined)
      shop.stripe.mood = 'well'
    },
    { auto: true },
  ],
})

export const twoStudios = '[{"sku":"studio","qty":2}]'
export const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name })
export const pay = (page: Page) => page.getByRole('button', { name: 'Pay A$458.00' })
export const cartLink = (page: Page) => page.getByRole('banner').first().getByRole('link', { name: /^Cart/ })
export const heading = (page: Page) => page.getByRole('heading', { level: 1 })
export const check = (page: Page) => page.getByRole('group', { name: 'Human verification' })
export const tickBox = (page: Page) => check(page).frameLocator('iframe').getByRole('checkbox')
export const notice = (page: Page) => page.getByRole('alert')
/** The cart's notice about an order placed in this browser. */
export const lastOrder = (page: Page) => page.getByRole('status').filter({ hasText: /Order 2\d{3}-/ })
export const stored = (page: Page, key = 'cart') => page.evaluate((name) => localStorage.getItem(name), key)

export const onPaymentPage = (page: Page) => page.waitForURL('**/pay/**')

/** Opens the cart page with these lines, unless a cart is stored. */
export async function openCart(page: Page, cart = twoStudios) {
  await page.addInitScript((text) => {
    if (localStorage.getItem('cart') === null) localStorage.setItem('cart', text)
  }, cart)
  await page.goto(routes.cart)
  await hydrated(page)
}

export async function fillCheckout(page: Page) {
  await field(page, /^Company/).fill('Acme & Sons')
  await field(page, 'Your name').fill('Ada Byron')
  await field(page, /^Email/).fill('ada@example.com')
  await page.getByRole('checkbox', { name: /^I accept/ }).check()
  await tickBox(page).check()
}

export async function fillForInvoice(page: Page) {
  await page.getByRole('radio', { name: 'Bank transfer (we send an invoice)' }).check()
  await fillCheckout(page)
}

/** Places an order as a person does, goes to the payment, and back to the order. @returns its id */
export async function orderByHand(page: Page): Promise<string> {
  await openCart(page)
  await fillCheckout(page)
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith(apiRoutes.checkout)),
    pay(page).click(),
  ])
  const { location = '' } = answer.headers()
  const id = location.split('/').at(-1) ?? ''
  await onPaymentPage(page)
  await page.goto(routes.completedOrder(id))
  await hydrated(page)
  return id
}

/** Opens the page of an order that was placed through the API. @returns its id */
export async function openOrder(
  page: Page,
  shop: ShopSite,
  state: 'pending' | 'awaited' | 'paid',
): Promise<string> {
  const method = state === 'awaited' ? 'invoice' : 'card'
  const { order } = await placeOrder(page.request, method, '', { companyName: 'Acme & Sons' })
  if (state === 'paid') await page.request.post(shop.stripe.pageOf(order.id))
  await page.goto(routes.completedOrder(order.id))
  await hydrated(page)
  return order.id
}

export function watchCheckouts(page: Page): { key: string | undefined; body: Record<string, unknown> }[] {
  const seen: { key: string | undefined; body: Record<string, unknown> }[] = []
  page.on('request', (request: Request) => {
    if (request.method() !== 'POST' || !request.url().endsWith(apiRoutes.checkout)) return
    seen.push({ key: request.headers()['idempotency-key'], body: request.postDataJSON() })
  })
  return seen
}
