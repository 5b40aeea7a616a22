import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import type { Order, PlacedOrder } from '#shared/orders/orders.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { chromiumArguments, findChromium } from '../e2e/chromium.ts'
import { licencesStates, type Open } from '../e2e/licences-states.ts'
import { placeOrder } from '../e2e/place-order.ts'
import { startShop } from '../e2e/shop-site.ts'
import { hydrated } from '../e2e/test.ts'
import { routeTable } from '../route-table.ts'
import { storageKeys } from '../shop/cart/attach-storage.ts'

/** Writes screenshots of all pages and states at four widths, light and dark. `--page` and `--width` select some. */
const { values } = parseArgs({
  options: { page: { type: 'string', multiple: true }, width: { type: 'string', multiple: true } },
})
const folder = 'test-results/shots'
mkdirSync(folder, { recursive: true })

const shop = await startShop()
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments })
try {
  // The context whose cookies open the buyer's orders.
  const buyer = await browser.newContext({ baseURL: shop.url })
  const shots = Object.entries({ ...(await statesToShow(buyer)), ...(await licencesStates(shop, buyer)) })
  const storageState = await buyer.storageState()
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of (values.width ?? ['360', '768', '1280', '1920']).map(Number)) {
      for (const [name, open] of shots) {
        if (values.page && !values.page.includes(name)) continue
        const context = await browser.newContext({
          baseURL: shop.url,
          viewport: { width, height: width < 500 ? 740 : 900 },
          colorScheme,
          reducedMotion: 'reduce',
          storageState,
        })
        const page = await context.newPage()
        await open(page)
        await page.waitForLoadState('networkidle')
        await page.evaluate(() => scrollTo(0, 0))
        await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true })
        await context.close()
      }
    }
  }
} finally {
  await browser.close()
  await shop.close()
}

/** Lists every page with the steps to each of its states. */
async function statesToShow(buyer: BrowserContext): Promise<Record<string, Open>> {
  const pending = await placeOrder(buyer.request, 'card')
  const paid = await placeOrder(buyer.request, 'card')
  const byInvoice = await placeOrder(buyer.request, 'invoice')
  await pay(buyer, paid)
  const { lines }: Order = await (await buyer.request.get(apiRoutes.order(paid.order.id))).json()
  const licenceKey = lines[0]?.licences[0]?.key ?? ''

  const at =
    (path: string): Open =>
    async (page) => {
      await page.goto(path)
      await hydrated(page)
    }
  const pages = routeTable.filter(({ path }) => !path.endsWith('*'))
  return {
    ...Object.fromEntries(pages.map(({ page, path }) => [page, at(path)])),
    async home(page) {
      await at(routes.home)(page)
      // The prompter's code loads when the visitor comes near.
      await page.locator('#try').scrollIntoViewIfNeeded()
      await page.getByRole('button', { name: 'Start' }).waitFor()
    },
    article: at(routes.article('where-to-put-the-reading-line')),
    articleWithPicture: at(routes.article('why-the-screen-is-mirrored')),
    helpArticle: at(routes.helpArticle('lost-or-leaked-key')),
    newsFound: at(`${routes.news}?q=glass`),
    newsNotFound: at(`${routes.news}?q=xylophone`),
    contactSent: at(routes.contactSent('C-4F7K2M')),
    orderPending: at(routes.completedOrder(pending.order.id)),
    orderPaid: at(routes.completedOrder(paid.order.id)),
    orderByInvoice: at(routes.completedOrder(byInvoice.order.id)),
    notFound: at('/nowhere'),
    async shopFilled(page) {
      await fillCart(page)
      await at(routes.shop)(page)
    },
    async cartFilled(page) {
      await fillCart(page)
      await at(routes.cart)(page)
    },
    async cartWithErrors(page) {
      await fillCart(page)
      await at(routes.cart)(page)
      await page.getByRole('textbox', { name: /^Email/ }).fill('studio@example')
      await page.getByRole('button', { name: /^Pay / }).click()
      await page.getByRole('alert').waitFor()
    },
    async activationDone(page) {
      await at(routes.activation)(page)
      await page.getByLabel('Licence key').fill(licenceKey)
      await page.getByLabel('Machine code').fill('4F1C-A07B-92DE')
      await page.getByRole('button', { name: 'Activate this machine' }).click()
      await page.locator('.Licence').waitFor()
    },
    async failed(page) {
      await at(routes.pricing)(page)
      await page.route(`**${apiRoutes.content}/**`, (route) => route.fulfill({ status: 500, json: {} }))
      await page.getByRole('contentinfo').getByRole('link', { name: 'News' }).click()
      await page.getByRole('heading', { name: 'An error occurred' }).waitFor()
    },
    async menu(page) {
      await at(routes.pricing)(page)
      const menu = page.getByRole('button', { name: 'Menu' })
      if (await menu.isVisible()) await menu.click()
    },
  }
}

function fillCart(page: Page) {
  return page.addInitScript(
    (key) => localStorage.setItem(key, '[{"sku":"solo","qty":2},{"sku":"studio","qty":1}]'),
    storageKeys.cart,
  )
}

/** Pays on the payment provider's page, which leads back to the order. */
async function pay(buyer: BrowserContext, { order }: PlacedOrder) {
  await buyer.request.post(shop.stripe.pageOf(order.id))
  const isPaid = async () =>
    (await (await buyer.request.get(apiRoutes.order(order.id))).json()).status === 'paid'
  for (let tries = 0; tries < 50 && !(await isPaid()); tries++)
    await new Promise((resolve) => setTimeout(resolve, 100))
}
