import type { Page } from '@playwright/test'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { makeQuote } from './place-order.ts'
import { heading, onPaymentPage, pay, test, tickBox } from './shop-page.ts'
import { expect, hydrated } from './test.ts'

const action = (page: Page, name: string) => page.getByRole('link', { name })

/** Fills in the form of the quote's page as a person does. */
async function fillOrder(page: Page, method: RegExp): Promise<void> {
  await expect(heading(page)).toHaveText('Your quote')
  await hydrated(page)
  await page.getByRole('radio', { name: method }).check()
  await page.getByRole('checkbox', { name: /^I accept/ }).check()
  await tickBox(page).check()
}

test('a quote left on the payment page: its order holds or frees it, and it is ordered again in the same tab', async ({
  page,
  shop,
}) => {
  const { quote } = await makeQuote(page.request)
  const quotePage = routes.quoteOf(quote.id)
  const payByCard = async () => {
    await fillOrder(page, /^Card/)
    await pay(page).click()
    await onPaymentPage(page)
    const [session] = [...shop.stripe.sessions.values()].slice(-1)
    return session?.client_reference_id ?? ''
  }
  await page.goto(quotePage)
  const first = await payByCard()
  await action(page, 'Back').click()
  await expect(heading(page)).toHaveText('Waiting for the payment.')
  await expect(action(page, 'Go on to the payment')).toBeVisible()
  await page.goto(quotePage)
  await expect(heading(page)).toHaveText('This quote was ordered.')
  await expect(page.getByRole('main')).not.toContainText('mail')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText(/^To order it, open/)).toHaveCount(0)
  await page.emulateMedia({ media: 'screen' })
  await hydrated(page)
  await action(page, 'Open the order').click()
  await expect(heading(page)).toHaveText('Waiting for the payment.')
  await hydrated(page)

  shop.stripe.expire(shop.stripe.sessionOf(first))
  await expect(heading(page)).toHaveText('This order has run out.')
  await action(page, 'Order the quote again').click()
  const second = await payByCard()

  // Somebody else cancels it.
  await page.request.post(`${apiRoutes.order(second)}/cancel`, { data: {} })
  await page.goto(quotePage)
  await fillOrder(page, /^Bank transfer/)
  await page.getByRole('button', { name: 'Place the order, A$458.00' }).click()
  await expect(heading(page)).toHaveText('Your invoice is here.')
  await page.goto(quotePage)
  await expect(page.getByRole('main')).toContainText('is in the mail that went to ada@example.com.')
  await expect(action(page, 'Open the order')).toBeVisible()
})
