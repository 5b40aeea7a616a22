import { apiRoutes } from '#shared/routes/api-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { whatLargeTextBreaks } from './large-text.ts'
import { placeOrder } from './place-order.ts'
import {
  field,
  heading,
  onPaymentPage,
  openCart,
  openOrder,
  orderByHand,
  pay,
  stored,
  test,
  tickBox,
  twoStudios,
} from './shop-page.ts'
import { expect, hydrated } from './test.ts'

test('a payment that arrives is seen and said once, and empties the cart it came from alone', async ({
  page,
  shop,
}) => {
  const id = await orderByHand(page)
  await expect(heading(page)).toHaveText('Waiting for the payment.')
  await expect(page.getByRole('link', { name: 'Go on to the payment' })).toBeVisible()
  expect(await stored(page)).toBe(twoStudios)
  shop.stripe.pay(shop.stripe.sessionOf(id))
  await expect(page.locator('[data-announcement]')).toHaveText(
    'The payment has arrived. Your keys are on this page.',
    { timeout: 20_000 },
  )
  await expect(heading(page)).toHaveText('Thank you. It’s done.')
  await expect(page.locator('.Keys-key')).toHaveCount(2)
  await expect.poll(() => stored(page)).toBe('[]')

  await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click()
  await page.getByRole('button', { name: 'Add to cart Studio' }).click()
  await page.goto(routes.completedOrder(id))
  await hydrated(page)
  await expect(heading(page)).toHaveText('Thank you. It’s done.')
  expect(await stored(page)).toBe('[{"sku":"studio","qty":1}]')
})

test('nobody asks while the page is hidden or offline, and at once when it comes back', async ({
  page,
  context,
  shop,
}) => {
  await page.clock.install()
  const id = await openOrder(page, shop, 'pending')
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith(apiRoutes.order(id))) asked++
  })
  await context.setOffline(true)
  await page.clock.runFor(60_000)
  expect(asked).toBe(0)
  await context.setOffline(false)
  await expect.poll(() => asked).toBeGreaterThan(0)

  const setVisibility = (state: string) =>
    page.evaluate((given) => {
      Object.defineProperty(document, 'visibilityState', { value: given, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await setVisibility('hidden')
  const before = asked
  await page.clock.runFor(60_000)
  expect(asked).toBe(before)
  await setVisibility('visible')
  await expect.poll(() => asked).toBeGreaterThan(before)
})

test('an order that has run out says so, and the cart becomes another order, in review if its money differs', async ({
  page,
  shop,
}) => {
  const id = await orderByHand(page)
  shop.stripe.expire(shop.stripe.sessionOf(id))
  await expect(heading(page)).toHaveText('This order has run out.')
  await page.getByRole('link', { name: 'Go to the cart' }).click()
  await field(page, 'Your name').focus()
  await tickBox(page).check()
  await pay(page).click()
  await onPaymentPage(page)
  const orders = [...shop.stripe.sessions.values()].map((each) => each.client_reference_id)
  expect(new Set(orders).size).toBe(shop.stripe.sessions.size)

  const other = orders.at(-1) ?? ''
  await page.goto(routes.completedOrder(other))
  await hydrated(page)
  shop.stripe.pay(shop.stripe.sessionOf(other), { amount_total: 45_799 })
  await expect(heading(page)).toHaveText('We’re looking at your payment.')
  await expect(page.locator('.Keys-key')).toHaveCount(0)
  await expect.poll(() => stored(page)).toBe('[]')
})

test('an order is told its refunds and disputes, with a note for each refund', async ({ page, shop }) => {
  const id = await openOrder(page, shop, 'paid')
  const session = shop.stripe.sessionOf(id)
  const report = async (type: string) => {
    const { signedEvent } = await import('#server/testing/support/stripe-server.ts')
    const { body, signature } = signedEvent(type, session, { secret: 'whsec_test' })
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    await page.request.post('/api/webhooks/stripe', { data: body, headers })
  }
  // The event is processed after its answer, so an early reload may show the old status.
  const shows = (title: string) =>
    expect(async () => {
      await page.reload()
      await expect(heading(page)).toHaveText(title, { timeout: 500 })
    }).toPass()

  shop.stripe.refund(session, 10_000)
  await report('charge.refunded')
  await shows('Partly refunded.')
  await expect(page.getByRole('article', { name: 'Adjustment note' })).toContainText('$100.00')
  await expect(page.getByRole('button', { name: 'Copy the key for Studio' })).toHaveCount(2)
  shop.stripe.refund(session, 35_800)
  await report('charge.refunded')
  await shows('Refunded.')
  await expect(page.getByRole('article', { name: 'Adjustment note' })).toHaveCount(2)
  await expect(page.getByText('switched off').nth(1)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copy the key for Studio' })).toHaveCount(0)
})

test('an act on an order that no longer opens here says where it does', async ({ page, shop, problems }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'cookieEnabled', { value: false }))
  await openOrder(page, shop, 'awaited')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Send the mail again' }).click()
  await expect(heading(page)).toHaveText('No order to show')
  const way = page.getByRole('main').getByRole('link', { name: 'Your licences' })
  await expect(way).toHaveAttribute('href', routes.licences)
  await expect(way).toContainClass('Button')
  await expect(page.getByText('This browser refuses the cookie')).toBeVisible()
  problems.expect(404, 404)
})

test('a filled cart and an order’s page fit large text, and print who ordered when, or the invoice alone', async ({
  page,
  shop,
}) => {
  const invoice = page.getByRole('article', { name: 'Tax invoice' })
  const open = async (state: 'pending' | 'awaited' | 'paid') => {
    await page.emulateMedia({ media: 'screen' })
    await openOrder(page, shop, state)
    expect.soft(await whatLargeTextBreaks(page), state).toEqual([])
    await page.emulateMedia({ media: 'print' })
  }
  await openCart(page)
  expect.soft(await whatLargeTextBreaks(page), 'cart').toEqual([])

  await open('pending')
  await expect(page.locator('.PageHeader-past')).toBeVisible()
  await expect(page.locator('.PageHeader-past')).toContainText(/Order \d{4}-\d{6}.+\d{4}$/)
  await expect(page.getByText('Ordered by Ada Byron, Acme & Sons')).toBeVisible()

  await open('awaited')
  await expect(invoice).toContainText(/INV-\d{6}/)
  await expect(invoice).toContainText('Acme & Sons')
  await expect(invoice).toContainText(/\d{1,2} [A-Z][a-z]+ \d{4}/)
  for (const screenOnly of [heading(page), page.getByRole('heading', { name: 'What happens when' })])
    await expect(screenOnly).toBeHidden()

  await open('paid')
  await expect(invoice).toBeVisible()
  await expect(heading(page)).toBeHidden()
  await expect(page.locator('.Keys-key').first()).toBeHidden()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('an order’s page shows its keys and its invoice', async ({ page, shop }) => {
    const { order } = await placeOrder(page.request, 'card')
    await page.request.post(shop.stripe.pageOf(order.id))
    await page.goto(routes.completedOrder(order.id))
    await expect(heading(page)).toHaveText('Thank you. It’s done.')
    await expect(page.locator('.Keys-key')).toHaveCount(2)
    await expect(page.getByRole('article', { name: 'Tax invoice' })).toBeVisible()
  })

  test('the number of an order stays whole in a narrow button', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    const { order } = await placeOrder(page.request, 'invoice')
    await page.goto(routes.completedOrder(order.id))
    await page.getByText('Cancel the order', { exact: true }).click()
    const number = page.getByRole('button', { name: /^Cancel order/ }).locator('[translate=no]')
    await expect(number).toBeVisible()
    expect(await number.evaluate((span) => span.getClientRects().length)).toBe(1)
  })
})
