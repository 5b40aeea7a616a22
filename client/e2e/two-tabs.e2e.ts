import { apiRoutes } from '#shared/routes/api-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import {
  cartLink,
  fillCheckout,
  fillForInvoice,
  heading,
  lastOrder,
  onPaymentPage,
  openCart,
  pay,
  test,
} from './shop-page.ts'
import { expect, hold, hydrated } from './test.ts'

test('the same cart ordered in two tabs at once is one order', async ({ page, context, shop }) => {
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await openCart(tab)
    await fillCheckout(tab)
  }
  const sessions = shop.stripe.sessions.size
  const release = await hold(page, `**${apiRoutes.checkout}`)
  await pay(page).click()
  await pay(other).click()
  await onPaymentPage(other)
  release()
  await onPaymentPage(page)
  expect(page.url()).toBe(other.url())
  expect(shop.stripe.sessions.size).toBe(sessions + 1)
})

test('a cart that one tab orders is empty in the others, and its open form says so', async ({
  page,
  context,
}) => {
  const [form, elsewhere] = [await context.newPage(), await context.newPage()]
  await openCart(form)
  await elsewhere.goto(routes.shop)
  await hydrated(elsewhere)
  await expect(cartLink(elsewhere)).toHaveAccessibleName('Cart 2 items')
  await openCart(page)
  await fillForInvoice(page)
  await page.getByRole('button', { name: 'Place the order, A$458.00' }).click()
  await expect(heading(page)).toHaveText('Your invoice is here.')
  await expect(lastOrder(form)).toContainText('It’s ordered. What comes next')
  for (const tab of [form, elsewhere]) await expect(cartLink(tab)).toHaveCount(0)
  await expect(form.getByRole('button', { name: /^Pay/ })).toHaveCount(0)
  await lastOrder(form).getByRole('link').click()
  await expect(heading(form)).toHaveText('Your invoice is here.')
  expect(new URL(form.url()).search).toBe(new URL(page.url()).search)
  // The other tab reported the order first.
  expect(await page.evaluate(() => sessionStorage.getItem('checkoutDraft'))).toBeNull()
})

test('a card order is told beside the form of another tab, before and after its payment', async ({
  page,
  context,
}) => {
  const form = await context.newPage()
  await openCart(form)
  await openCart(page)
  await fillCheckout(page)
  await pay(page).click()
  await onPaymentPage(page)
  await expect(lastOrder(form)).toContainText('It’s ordered, and not paid yet.')
  await expect(pay(form)).toBeVisible()
  await page.getByRole('button', { name: 'Pay' }).click()
  await expect(heading(page)).toHaveText('Thank you. It’s done.')
  await expect(lastOrder(form)).toContainText('It’s ordered. What comes next')
  await expect(pay(form)).toHaveCount(0)
})
