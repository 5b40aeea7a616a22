import type { Page } from '@playwright/test'
import { routes } from '#shared/routes/routes.ts'
import { hiddenByForcedColours } from './axe.ts'
import { cartLink, stored } from './shop-page.ts'
import { sitesUnderTest } from './sites-under-test.ts'
import { expect, holdApplication, hydrated, sum, test, watchShifts } from './test.ts'

const seed = (page: Page, cart: string) =>
  page.addInitScript((text) => {
    if (localStorage.getItem('cart') === null) localStorage.setItem('cart', text)
  }, cart)

test('what is added is announced once, kept as the plain list, and counted in the bar', async ({ page }) => {
  await page.goto(routes.shop)
  await hydrated(page)
  await expect(cartLink(page)).toHaveCount(0)
  await page.evaluate(() => {
    const announced = new Set<Element>()
    Object.assign(window, { announced })
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const element = target instanceof Element ? target : target.parentElement
        const region = element?.closest('[role=status], [aria-live]')
        if (region) announced.add(region)
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true })
  })
  await page.getByRole('button', { name: 'Add to cart Solo' }).click()
  await expect(page.getByText('1 in your cart')).toBeVisible()
  const announced = () =>
    page.evaluate(() =>
      [...(window as unknown as { announced: Set<Element> }).announced].map((it) => it.textContent),
    )
  expect(await announced()).toEqual(['1 item in the cart'])
  await expect(cartLink(page)).toHaveAccessibleName('Cart 1 item')
  await page.getByRole('button', { name: 'Add to cart Studio' }).click()
  await page.getByRole('button', { name: 'Add to cart Solo' }).click()
  await expect(cartLink(page)).toHaveAccessibleName('Cart 3 items')
  expect(await stored(page)).toBe('[{"sku":"solo","qty":2},{"sku":"studio","qty":1}]')
  await expect(page.getByRole('banner').first().getByRole('status')).toHaveText('3 items in the cart')
})

test('a whole number up to 99 is added at once, and a cart of more names its limit and fits the bar', async ({
  page,
}) => {
  await seed(page, '[{"sku":"solo","qty":2},{"sku":"studio","qty":1}]')
  await page.goto(routes.shop)
  await hydrated(page)
  await expect(cartLink(page)).toHaveAccessibleName('Cart 3 items')
  await page.emulateMedia({ forcedColors: 'active' })
  expect(await page.evaluate(hiddenByForcedColours)).toEqual([])

  const quantity = page.getByRole('textbox', { name: 'Quantity of Solo' })
  await quantity.fill('500')
  await quantity.press('Enter')
  await expect(cartLink(page)).toHaveAccessibleName('Cart 102 items')
  await quantity.fill('1.9')
  await quantity.press('Enter')
  await quantity.blur()
  await expect(quantity).toHaveValue('99')
  await quantity.fill('１２')
  await quantity.press('Enter')
  await expect(cartLink(page)).toHaveAccessibleName('Cart 114 items')
  await cartLink(page).click()
  await expect(page.getByText('At most 99 in one order.')).toBeVisible()

  const menu = page.getByRole('banner').first().getByRole('button', { name: 'Menu' })
  for (const width of [360, 344, 320]) {
    await page.setViewportSize({ width, height: 740 })
    const [cartBox, menuBox] = [await cartLink(page).boundingBox(), await menu.boundingBox()]
    expect(menuBox?.y, `${width} pixels`).toBeGreaterThan(0)
    expect(menuBox?.y, `${width} pixels`).toBe(cartBox?.y)
  }
})

test('a cart of the previous site is read as it is, and isn’t called empty while it is on its way', async ({
  page,
}) => {
  await seed(page, '[{"sku":"solo","qty":"2"},{"sku":"gone","qty":1}]')
  const release = await holdApplication(page)
  await page.goto(routes.cart, { waitUntil: 'commit' })
  await expect(page.locator('main .Blank')).toBeAttached()
  await expect(page.locator('main .Blank')).toBeHidden()
  await release()
  await expect(cartLink(page)).toHaveAccessibleName('Cart 3 items')
  await expect(page.getByRole('textbox', { name: 'Quantity of Solo' })).toHaveValue('2')
  await expect(page.getByText('No longer available')).toBeVisible()
  // The page has read the cart without changing it.
  expect(await stored(page)).toBe('[{"sku":"solo","qty":"2"},{"sku":"gone","qty":1}]')
})

test('an address can’t add what isn’t sold, and nothing moves when the cart turns out to be empty', async ({
  page,
}) => {
  const shifts = await watchShifts(page)
  await page.goto(`${routes.cart}?add=%3Cb%3E&qty=5`)
  await hydrated(page)
  await expect(page).toHaveURL(routes.cart)
  await expect(page.getByRole('heading', { name: 'Nothing in it yet.' })).toBeVisible()
  // The bar's links move where the fallback font is wider.
  expect(sum(await shifts())).toBeLessThan(0.005)
})

test('on a phone the shop says what its prices include for the reader, and nothing moves', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const shifts = await watchShifts(page)
  const release = await holdApplication(page)
  await page.goto(routes.shop)
  await expect(page.getByText('Prices in AUD, GST included in Australia.')).toBeVisible()
  await release()
  await expect(page.getByText('Prices in AUD, GST included.', { exact: true })).toBeVisible()
  expect(sum(await shifts())).toBeLessThan(0.001)
})

test('two tabs follow each other, both ways, and a cleared storage too', async ({ page, context }) => {
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto(routes.shop)
    await hydrated(tab)
  }
  await page.getByRole('button', { name: 'Add to cart Solo' }).click()
  await expect(cartLink(other)).toHaveAccessibleName('Cart 1 item')
  await other.getByRole('button', { name: 'Add to cart Studio' }).click()
  await expect(cartLink(page)).toHaveAccessibleName('Cart 2 items')
  await other.evaluate(() => localStorage.clear())
  await expect(cartLink(page)).toHaveCount(0)
})

test('a storage that is refused leaves a cart that works while the page lives', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('refused', 'SecurityError')
      },
    })
  })
  await page.goto(routes.pricing)
  await hydrated(page)
  await page.getByRole('button', { name: 'Add to cart Solo' }).click()
  await expect(cartLink(page)).toHaveAccessibleName('Cart 1 item')
})

test('the cart shows lines and totals, GST included, changes quantities, and puts back what was removed', async ({
  page,
}) => {
  await seed(page, '[{"sku":"solo","qty":2},{"sku":"studio","qty":1}]')
  await page.goto(routes.cart)
  await hydrated(page)
  const totals = page.getByRole('region', { name: 'Totals' })
  for (const amount of ['$370.00', '$37.00', '$407.00']) await expect(totals).toContainText(amount)
  await page.getByRole('button', { name: 'One more Solo' }).click()
  await expect(totals).toContainText('$496.00')
  await page.getByRole('button', { name: 'One fewer Solo' }).click()
  await page.getByRole('button', { name: 'One fewer Solo' }).click()
  await expect(page.getByRole('button', { name: 'One fewer Solo' })).toBeDisabled()
  const quantity = page.getByRole('textbox', { name: 'Quantity of Studio' })
  await quantity.fill('5')
  await quantity.blur()
  await expect(totals).toContainText('$1,234.00')
  expect(await stored(page)).toBe('[{"sku":"solo","qty":1},{"sku":"studio","qty":5}]')

  await page.getByLabel('Company', { exact: false }).first().fill('Acme & Sons')
  await expect.poll(() => stored(page, 'companyName')).toBe('Acme & Sons')
  await page.getByRole('button', { name: 'Remove Solo' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Removed Solo.' })).toBeFocused()
  await page.getByRole('button', { name: 'One more Studio' }).click()
  expect(await stored(page)).toBe('[{"sku":"studio","qty":6}]')
  await page.getByRole('button', { name: 'Undo' }).click()
  expect(await stored(page)).toBe('[{"sku":"solo","qty":1},{"sku":"studio","qty":6}]')
  await expect(page.getByRole('heading', { name: 'Cart', exact: true })).toBeFocused()

  await page.getByRole('button', { name: 'Clear the cart' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing in it yet.' })).toBeVisible()
  expect(await stored(page)).toBe('[]')
  await expect.poll(() => stored(page, 'companyName')).toBe('')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(cartLink(page)).toHaveAccessibleName('Cart 7 items')
})

test.describe('prices that the server couldn’t preload', () => {
  test.use({ baseURL: sitesUnderTest.webTier.url })

  test('are on their way where they can’t be fetched, then fetched once, and reused ever after', async ({
    page,
    problems,
  }) => {
    let asked = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/api/pricing')) asked++
    })
    await page.route('**/api/pricing', (route) => route.abort())
    await page.goto(routes.shop)
    await hydrated(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shop')
    problems.expect('Failed to load resource: net::ERR_FAILED')
    await expect(page.getByRole('status', { name: 'Prices are on their way' })).toBeVisible()

    await page.unroute('**/api/pricing')
    asked = 0
    for (const name of ['Pricing', 'Shop']) {
      await page.getByRole('contentinfo').getByRole('link', { name }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
      await expect(page.getByRole('button', { name: 'Add to cart Solo' })).toBeVisible()
    }
    expect(asked).toBe(1)
  })
})

test.describe('without the page’s code', () => {
  test.use({ javaScriptEnabled: false })
  test('adding is a form, and the cart page is what it leads to', async ({ page }) => {
    await page.goto(routes.pricing)
    await page.getByRole('button', { name: 'Add to cart Solo' }).click()
    await expect(page).toHaveURL(`${routes.cart}?add=solo`)
    await expect(page.locator('main a[href^="mailto:"]')).toBeVisible()
    await expect(page.getByText('Nothing in it yet.')).toBeHidden()
    await expect(page.getByText('Pick a licence')).toBeHidden()
    await expect(page.getByRole('link', { name: 'Go to the shop' })).toBeHidden()
  })
})
