import type { Page } from '@playwright/test'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { makeQuote } from './place-order.ts'
import { heading, onPaymentPage, pay, test, tickBox } from './shop-page.ts'
import { expect, hydrated } from './test.ts'

const action = (page: Page, name: string) => page.getByRole('link', { name })

/** Orders the quote of the page as a person does. */
async function orderByHand(page: Page, method: RegExp): Promise<void> {
  await expect(heading(page)).toHaveText('Your quote')
  await hydrated(page)
  await page.getByRole('radio', { name: method }).check()
  await page.getByRole('checkbox', { name: /^I accept/ }).check()
  await tickBox(page).check()
}

/** @returns the quote's id */
async function leaveUnpaid(page: Page): Promise<string> {
  const { quote } = await makeQuote(page.request)
  await page.goto(routes.quoteOf(quote.id))
  await orderByHand(page, /^Card/)
  await pay(page).click()
  await onPaymentPage(page)
  await action(page, 'Back').click()
  await expect(heading(page)).toHaveText('Waiting for the payment.')
  await hydrated(page)
  return quote.id
}

test('a quote left on the payment page: its order pays or frees it, and a transfer orders it again', async ({
  page,
}) => {
  const id = await leaveUnpaid(page)
  await expect(action(page, 'Go on to the payment')).toBeVisible()
  await page.goto(routes.quoteOf(id))
  await expect(heading(page)).toHaveText('This quote was ordered.')
  await expect(page.getByRole('main')).not.toContainText('mail')
  await hydrated(page)
  await action(page, 'Open the order').click()
  await expect(heading(page)).toHaveText('Waiting for the payment.')
  await hydrated(page)
  await page.getByText('Cancel the order').click()
  await page.getByRole('button', { name: /^Cancel order 2/ }).click()
  await expect(heading(page)).toHaveText('This order was cancelled.')
  await hydrated(page)

  await action(page, 'Order the quote again').click()
  await orderByHand(page, /^Bank transfer/)
  await page.getByRole('button', { name: 'Place the order, A$458.00' }).click()
  await expect(heading(page)).toHaveText('Your invoice is here.')
  await page.goto(routes.quoteOf(id))
  await expect(page.getByRole('main')).toContainText('is in the mail that went to ada@example.com.')
  await expect(action(page, 'Open the order')).toBeVisible()
})

test('a quote whose order was cancelled elsewhere is ordered by card in the same tab', async ({ page }) => {
  const id = await leaveUnpaid(page)
  const first = new URL(page.url()).searchParams.get('order') ?? ''
  await page.goto(routes.home)
  await page.request.post(`${apiRoutes.order(first)}/cancel`, { data: {} })
  await page.goto(routes.quoteOf(id))
  await orderByHand(page, /^Card/)
  await pay(page).click()
  await onPaymentPage(page)
})

test('a quote whose payment page ran out is ordered and paid by card', async ({ page, shop }) => {
  await leaveUnpaid(page)
  const id = new URL(page.url()).searchParams.get('order') ?? ''
  shop.stripe.expire(shop.stripe.sessionOf(id))
  await expect(heading(page)).toHaveText('This order has run out.')
  await action(page, 'Order the quote again').click()
  await orderByHand(page, /^Card/)
  await pay(page).click()
  await onPaymentPage(page)
  await page.getByRole('button', { name: 'Pay' }).click()
  await expect(heading(page)).toHaveText('Thank you. It’s done.')
})
