import { apiRoutes } from '#shared/routes/api-routes.ts'
import {
  check,
  field,
  fillCheckout,
  notice,
  onPaymentPage,
  openCart,
  pay,
  test,
  tickBox,
  watchCheckouts,
} from './shop-page.ts'
import { expect, hydrated } from './test.ts'

test('offline, unverified, or without a payment page nothing is lost, and it is one order', async ({
  page,
  context,
  problems,
  shop,
}) => {
  await page.addInitScript(() => Object.assign(window, { recaptchaTokens: ['made-up'] }))
  await openCart(page)
  await fillCheckout(page)
  const seen = watchCheckouts(page)
  await context.setOffline(true)
  await pay(page).click()
  await expect(page.getByText('You’re offline. What you’ve typed stays here')).toBeVisible()
  expect(seen).toEqual([])
  await context.setOffline(false)

  await pay(page).click()
  await expect(check(page)).toBeFocused()
  await expect(check(page)).toHaveAccessibleDescription(/Tick the box once more/)
  problems.expect(422)

  const sessions = shop.stripe.sessions.size
  shop.stripe.mood = 'down'
  await tickBox(page).check()
  await pay(page).click()
  await expect(notice(page)).toContainText(/^The payment page didn’t open\..*your order is kept/)
  await expect(notice(page)).toContainText('Or choose bank transfer')
  await expect(notice(page)).toBeFocused()
  problems.expect(503)
  shop.stripe.mood = 'well'
  await page.reload()
  await hydrated(page)
  await expect(field(page, /^Company/)).toHaveValue('Acme & Sons')
  await expect(field(page, 'Your name')).toHaveValue('Ada Byron')
  await field(page, 'Your name').focus()
  await page.evaluate(() => Object.assign(window, { recaptchaTokens: [] }))
  await tickBox(page).check()
  await pay(page).click()
  await onPaymentPage(page)
  expect(seen.at(-1)?.key).toBe(seen.at(-2)?.key)
  expect(shop.stripe.sessions.size).toBe(sessions + 1)
})

test('what is wrong is said by its field, takes no click away, the first one has the focus, and nothing is sent', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openCart(page)
  await field(page, /^Email/).fill('studio@example')
  await page.getByRole('radio', { name: 'Bank transfer (we send an invoice)' }).check()
  await expect(field(page, /^Email/)).toHaveAccessibleDescription(/missing its ending/)
  await page.getByRole('radio', { name: 'Card, now' }).check()
  await field(page, /^Email/).fill('')
  await page.getByRole('button', { name: 'Make a quote instead' }).click()
  await expect(notice(page)).toContainText('The quote wasn’t made.')
  await expect(field(page, /^Email/)).toHaveAccessibleDescription(/The quote goes there/)

  const seen = watchCheckouts(page)
  await field(page, /^ABN/).fill('51 824 753 557')
  await field(page, /^ABN/).blur()
  await expect(field(page, /^ABN/)).toHaveAccessibleDescription(/check digits don’t fit/)
  await field(page, /^Email/).fill('studio@example')
  await pay(page).click()
  await expect(field(page, 'Your name')).toBeFocused()
  await expect(notice(page)).toContainText('Check the fields that are marked.')
  await expect(field(page, 'Your name')).toHaveAccessibleDescription('Enter your name.')
  await expect(field(page, /^Email/)).toHaveAccessibleDescription(/missing its ending/)
  await expect(page.getByRole('checkbox', { name: /^I accept/ })).toHaveAccessibleDescription(
    'Accept the terms to go on.',
  )
  await expect(check(page)).toHaveAccessibleDescription(/Tick the box/)
  await field(page, 'Your name').fill('Ada Lovelace')
  await expect(field(page, 'Your name')).toHaveAccessibleDescription('')
  await field(page, /^Email/).fill('ada@example.com')
  await pay(page).click()
  await expect(field(page, /^ABN/)).toBeFocused()
  expect(seen).toEqual([])

  await field(page, /^ABN/).fill('51 824 753 556')
  await page.getByRole('checkbox', { name: /^I accept/ }).check()
  await expect(notice(page)).toBeVisible()
  await tickBox(page).check()
  await expect(notice(page)).toHaveCount(0)
})

test('what the server refuses is said by its field, and a lost answer’s order is waited for', async ({
  page,
  problems,
}) => {
  await openCart(page)
  await fillCheckout(page)
  const seen = watchCheckouts(page)
  const checkout = `**${apiRoutes.checkout}`
  const detail = 'Enter an email such as name@example.com.'
  const errors = [{ pointer: '/customer/email', code: 'custom', detail }]
  const invalid = { code: 'validation_failed', detail, errors }
  await page.route(
    checkout,
    (route) => route.fulfill({ status: 422, contentType: 'application/problem+json', json: invalid }),
    { times: 1 },
  )
  await pay(page).click()
  await expect(field(page, /^Email/)).toBeFocused()
  await expect(field(page, /^Email/)).toHaveAccessibleDescription(detail)
  await expect(notice(page)).toContainText(detail)
  problems.expect(422)

  await field(page, /^Email/).fill('ada@example.org')
  await tickBox(page).check()
  await page.route(checkout, (route) => route.abort(), { times: 1 })
  await pay(page).click()
  await expect(notice(page)).toContainText(/^No answer came\..*Nothing has been charged/)
  await expect(pay(page)).toBeEnabled()
  problems.expect('net::ERR_FAILED')

  await tickBox(page).check()
  const inProgress = { code: 'in_progress', detail: 'x' }
  await page.route(
    checkout,
    (route) => route.fulfill({ status: 409, headers: { 'retry-after': '1' }, json: inProgress }),
    { times: 2 },
  )
  await pay(page).click()
  await onPaymentPage(page)
  problems.expect(409, 409)
  expect(seen).toHaveLength(5)
  const [, lost, ...waiting] = seen
  expect(new Set(waiting.map(({ key }) => key))).toEqual(new Set([lost?.key]))
  expect(waiting[0]?.body.verification).not.toBe(lost?.body.verification)
})

test('changed prices are shown, and said, before anything is ordered', async ({ page, problems }) => {
  await openCart(page)
  await fillCheckout(page)
  const pricing = await (await page.request.get(apiRoutes.pricing)).json()
  for (const product of pricing.products) if (product.sku === 'studio') product.unitAmount = 25_000
  await page.route(`**${apiRoutes.pricing}`, (route) => route.fulfill({ json: pricing }))
  await page.route(`**${apiRoutes.checkout}`, (route) =>
    route.fulfill({
      status: 409,
      json: { code: 'price_changed', detail: 'x', total: 50_000, currency: 'AUD' },
    }),
  )
  const seen = watchCheckouts(page)
  await pay(page).click()
  await expect(notice(page)).toContainText('The total is now A$500.00')
  await expect(notice(page)).toBeFocused()
  await tickBox(page).check()
  await page.getByRole('button', { name: 'Pay A$500.00' }).click()
  await expect.poll(() => seen.at(-1)?.body.expectedTotal).toBe(50_000)
  expect(seen[1]?.key).not.toBe(seen[0]?.key)
  problems.expect(409, 409)
})
