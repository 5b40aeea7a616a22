import type { Page } from '@playwright/test'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import {
  field,
  fillCheckout,
  fillForInvoice,
  heading,
  lastOrder,
  onPaymentPage,
  openCart,
  pay,
  stored,
  test,
  tickBox,
  twoStudios,
  watchCheckouts,
} from './shop-page.ts'
import { expect, hold, hydrated } from './test.ts'

const country = (page: Page) => page.getByRole('combobox', { name: 'Country' })
const totals = (page: Page) => page.getByRole('region', { name: 'Totals' })

test('a card order is one order: clicked twice, back from the payment page, and on to keys and invoice', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openCart(page)
  await fillCheckout(page)
  const seen = watchCheckouts(page)
  const release = await hold(page, `**${apiRoutes.checkout}`)
  await pay(page).dblclick()
  await field(page, 'Your name').press('Enter')
  release()
  await onPaymentPage(page)
  expect(seen).toHaveLength(1)

  const payment = page.url()
  await page.goBack()
  await hydrated(page)
  await expect(field(page, /^Email/)).toHaveValue('ada@example.com')
  await expect(page.getByRole('checkbox', { name: /^I accept/ })).toBeChecked()
  expect(await stored(page)).toBe(twoStudios)
  await field(page, /^Email/).focus()
  await tickBox(page).check()
  await pay(page).click()
  await onPaymentPage(page)
  expect(page.url()).toBe(payment)
  expect(seen[1]?.key).toBe(seen[0]?.key)
  await page.getByRole('button', { name: 'Pay' }).click()

  await expect(heading(page)).toHaveText('Thank you. It’s done.')
  await hydrated(page)
  const keys = page.locator('.Keys-key')
  await expect(keys).toHaveCount(2)
  await page.getByRole('button', { name: 'Copy the key for Studio' }).first().click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await keys.first().textContent())
  const invoice = page.getByRole('article', { name: 'Tax invoice' })
  await expect(invoice).toContainText('Acme & Sons')
  await expect(invoice).toContainText('$458.00')
  const pdf = await page.request.get(
    (await invoice.getByRole('link', { name: /^Save as PDF/ }).getAttribute('href')) ?? '',
  )
  expect(pdf.headers()['content-type']).toBe('application/pdf')
  await expect(page.locator('.ResendMail').getByRole('status')).toContainText('to ada@example.com.')

  await expect.poll(() => stored(page)).toBe('[]')
  expect(await stored(page, 'companyName')).toBe('')
  expect(await stored(page, 'orderAttempts')).toBe('[]')
  expect(await page.evaluate(() => sessionStorage.getItem('checkoutDraft'))).toBeNull()
})

test('shown again by the browser as it was left, the button can be pressed', async ({ page }) => {
  await openCart(page)
  await fillCheckout(page)
  let answer = () => {}
  await page.route(`**${apiRoutes.checkout}`, async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    await route.abort()
  })
  await pay(page).click()
  await expect(page.getByRole('button', { name: 'Opening payment…' })).toBeVisible()
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(pay(page)).toBeEnabled()
  await expect(tickBox(page)).not.toBeChecked()
  await page.unroute(`**${apiRoutes.checkout}`, { noWaitAfter: true } as never)
  answer()
})

test.describe('who leaves the cart while the order is placed', () => {
  const leave = async (page: Page) => {
    const release = await hold(page, `**${apiRoutes.checkout}`)
    const button = page.getByRole('button', { name: /^(Pay|Place the order)/ })
    const sent = page.waitForRequest(`**${apiRoutes.checkout}`)
    await button.click()
    await sent
    await page.getByRole('contentinfo').getByRole('link', { name: 'Shop' }).click()
    await expect(heading(page)).toHaveText('Shop')
    const answered = page.waitForResponse(`**${apiRoutes.checkout}`)
    release()
    await (await answered).finished()
  }
  const toCart = (page: Page) => page.getByRole('banner').first().getByRole('link', { name: /^Cart/ }).click()

  test('stays there, and finds the order by the cart, which is empty then', async ({ page }) => {
    await openCart(page)
    await fillForInvoice(page)
    await leave(page)
    await expect.poll(() => stored(page, 'orderAttempts')).toContain('ord_')
    await expect(heading(page)).toHaveText('Shop')
    await toCart(page)
    await expect(lastOrder(page)).toContainText('It’s ordered.')
    await expect(page.getByRole('heading', { name: 'Nothing in it yet.' })).toBeVisible()
    expect(await stored(page)).toBe('[]')
    await lastOrder(page).getByRole('link').click()
    await expect(heading(page)).toHaveText('Your invoice is here.')
  })

  test('isn’t pulled to the payment page, and goes on to it from the cart', async ({ page }) => {
    await openCart(page)
    await fillCheckout(page)
    await leave(page)
    await expect.poll(() => stored(page, 'orderAttempts')).toContain('ord_')
    await expect(heading(page)).toHaveText('Shop')
    expect(await stored(page)).toBe(twoStudios)
    await toCart(page)
    await expect(lastOrder(page)).toContainText('It’s ordered, and not paid yet.')
    await lastOrder(page).getByRole('link').click()
    await expect(page.getByRole('link', { name: 'Go on to the payment' })).toBeVisible()
  })
})

test('the draft outlives a reload; Australia asks for tax, and the buyer’s identity from $1,000, and Germany for a VAT ID', async ({
  page,
}) => {
  await openCart(page, '[{"sku":"studio","qty":5}]')
  await expect(field(page, /^Company/)).toHaveAccessibleDescription(/From \$1,000 a tax invoice/)
  await field(page, /^Email/).fill('ada@gmial.com')
  await page.getByRole('button', { name: 'ada@gmail.com' }).press('Enter')
  await expect(field(page, /^Email/)).toBeFocused()
  await expect(field(page, /^Email/)).toHaveValue('ada@gmail.com')
  await expect(totals(page)).toContainText('GST, 10%')
  await country(page).selectOption('DE')
  await expect(field(page, /^Company/)).toHaveAccessibleDescription('')
  await expect(field(page, /^VAT ID/)).toBeVisible()
  await expect(field(page, /^ABN/)).toHaveCount(0)
  await expect(totals(page)).not.toContainText('GST')
  await page.reload()
  await hydrated(page)
  await expect(field(page, /^Email/)).toHaveValue('ada@gmail.com')
  await expect(country(page)).toHaveValue('DE')
  const inSession = await page.evaluate(() => sessionStorage.getItem('checkoutDraft'))
  expect(inSession).not.toContain('verification')
})

test('an order by invoice, by keyboard alone: how to pay it, and its mail sent again', async ({ page }) => {
  await openCart(page)
  const tab = () => page.keyboard.press('Tab')
  await field(page, 'Your name').focus()
  await page.keyboard.type('Ada Byron')
  await tab()
  await page.keyboard.type('ada@example.com')
  await tab()
  await expect(field(page, /^Company.* \(optional\)$/)).toBeFocused()
  await page.keyboard.type('Acme')
  await tab()
  await expect(field(page, 'ABN (optional)')).toBeFocused()
  await tab()
  await tab()
  await expect(page.getByText('Address for the invoice')).toBeFocused()
  await tab()
  await expect(page.getByRole('radio', { name: 'Card, now' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await tab()
  await expect(field(page, /^Purchase order/)).toBeFocused()
  await page.keyboard.type('PO-7')
  await tab()
  await expect(page.getByRole('checkbox', { name: 'Our system takes e-invoices' })).toBeFocused()
  await tab()
  await page.keyboard.press('Space')
  await tab()
  await expect(page.getByRole('link', { name: 'Terms & Conditions' }).first()).toBeFocused()
  await expect(tickBox(page)).toBeVisible()
  await tab()
  await page.keyboard.press('Space')
  await tab()
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Your invoice is here.')
  await hydrated(page)

  const number = /\d{4}-\d{6}/.exec((await page.locator('.PageHeader-past').textContent()) ?? '')?.[0]
  const facts = page.getByRole('region', { name: 'How to pay' })
  await expect(facts.getByRole('definition').filter({ hasText: number ?? '' })).toHaveCount(1)
  await expect(facts).toContainText('A$458.00')
  await expect(page.getByRole('article', { name: 'Tax invoice' })).toContainText('Purchase order PO-7')
  await expect.poll(() => stored(page)).toBe('[]')

  const again = page.getByRole('button', { name: 'Send the mail again' })
  const status = facts.getByRole('status').filter({ hasText: 'again' })
  for (let time = 1; time <= 3; time++) {
    await Promise.all([page.waitForResponse((response) => response.status() === 202), again.click()])
    await expect(status).toHaveText('It’s on its way again, to ada@example.com.')
  }
})

test.describe('a browser that names no country', () => {
  test.use({ locale: 'en' })

  test('is asked for it, and no order or quote goes without', async ({ page }) => {
    const seen = watchCheckouts(page)
    await openCart(page)
    await expect(country(page)).toHaveValue('')
    await expect(country(page).getByRole('option', { selected: true })).toHaveText('Choose a country')
    await expect(totals(page)).toContainText('GST included if you are in Australia')
    await expect(totals(page)).toContainText('$458.00')
    await fillCheckout(page)
    for (const name of ['Pay A$458.00', 'Make a quote instead']) {
      await page.getByRole('button', { name }).click()
      await expect(country(page)).toBeFocused()
      await expect(country(page)).toHaveAccessibleDescription('Choose a country. It decides about tax.')
    }
    await country(page).selectOption('NZ')
    await expect(country(page)).toHaveAccessibleDescription('')
    await expect(totals(page)).not.toContainText('GST')
    await tickBox(page).check()
    await pay(page).click()
    await onPaymentPage(page)
    expect(seen.map(({ body }) => body.customer)).toMatchObject([{ country: 'NZ' }])
  })
})
