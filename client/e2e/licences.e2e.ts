import type { Page } from '@playwright/test'
import { routes } from '#shared/routes/routes.ts'
import { ada, type Customer, card, customerOf, heading, keyOf, linkSubject } from './customer.ts'
import { type ShopSite, startShop } from './shop-site.ts'
import { expect, holdApplication, hydrated, painted, test } from './test.ts'

let shop: ShopSite
let customer: Customer
test.beforeAll(async () => {
  shop = await startShop()
  customer = customerOf(shop)
})
test.afterAll(() => shop.close())

test.describe.configure({ mode: 'serial' })

const notice = (page: Page) => page.getByRole('status').filter({ hasText: /\S/ }).and(page.locator('.Notice'))

/** Lists the form's Tab stops in order. */
async function tabStops(page: Page): Promise<string[]> {
  await page.locator('form.Act').evaluate((form) => {
    form.tabIndex = -1
    form.focus()
  })
  const stops: string[] = []
  for (;;) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(() => {
      const { activeElement: at } = document
      return at?.closest('form.Act') ? at.textContent || at.getAttribute('name') : null
    })
    if (stop === null) return stops
    stops.push(stop)
  }
}

/** Presses Tab until a text or a named field has the focus, and skips the bar. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 100; presses++) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(() => {
      const { activeElement: at } = document
      return (at?.textContent || at?.getAttribute('name') || '').trim()
    })
    if (name.test(focused)) return
    if (focused === 'Skip to the page') await page.keyboard.press('Enter')
  }
  throw new Error(`Tab comes to no ${name}`)
}

async function pressAt(page: Page, name: RegExp): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press('Enter')
}

test('a link from the mail leads to everything, and leaves no token behind', async ({ page, request }) => {
  await customer.buy(request)
  await customer.signInByHand(page)
  expect(page.url()).toBe(shop.url + routes.licences)
  await expect(card(page).locator('.KeyLine code')).toHaveText(/^\w{4}-[•-]+-\w{4}$/)
  expect(await keyOf(page)).toMatch(/^[A-Z0-9]{4}(-[A-Z0-9]{4})+$/)
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Licences', 'Orders', 'What we hold'])
})

test('a mail program that opens the link spends nothing, and the address loses its token', async ({
  page,
  request,
  problems,
}) => {
  const before = await customer.countLinks(ada, linkSubject)
  await request.post(shop.url + routes.licences, { form: { email: ada } })
  const link = await customer.nextLink(ada, linkSubject, before)
  for (let visit = 0; visit < 3; visit++) expect((await request.get(link)).status()).toBe(200)
  await page.goto(link)
  await hydrated(page)
  await expect(page).toHaveURL(shop.url + routes.licencesOpen)
  await page.reload()
  await expect(page.getByText('Open it from your mail again.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Open your licences' })).toHaveCount(0)
  await page.goto(link)
  await hydrated(page)
  await page.getByRole('link', { name: 'Skip to the page' }).press('Enter')
  await expect(page).toHaveURL(`${shop.url}${routes.licencesOpen}#main`)
  await page.getByRole('button', { name: 'Open your licences' }).press('Enter')
  await expect(heading(page)).toHaveText('Your licences')

  await page.goto(link)
  await page.getByRole('button', { name: 'Open your licences' }).click()
  await expect(heading(page)).toHaveText('This link is spent.')
  await expect(page.getByRole('button', { name: 'Send me a new link' })).toBeVisible()
  problems.allow(410)
})

test('a key is replaced once a day, everything is downloaded, and the way back after signing out shows nothing', async ({
  page,
}) => {
  await customer.signIn(page)
  const old = await keyOf(page)
  const replace = async () => {
    await card(page).getByRole('link', { name: 'Replace the key' }).click()
    await page.getByRole('button', { name: 'Replace the key' }).click()
  }
  await replace()
  await expect(notice(page)).toContainText('The key is replaced.')
  await expect(card(page).getByRole('link', { name: 'Replace the key' })).toHaveCount(0)
  const shown = await page.locator('.KeyLine--new code').textContent()
  expect(shown).not.toBe(old)
  await page.goto(shop.url + routes.licences)
  await replace()
  await expect(notice(page)).toContainText('The key was replaced today.')
  await expect(page.locator('.KeyLine--new code')).toHaveText(shown ?? '')

  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download everything, .zip' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/^your-licences-\d{4}-\d\d-\d\d\.zip$/)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('button', { name: 'Send me a link' })).toBeVisible()
  await page.goBack()
  await expect(page.locator('section.Licence')).toHaveCount(0)
})

test('an answer that takes the focus late moves nothing from under a press', async ({ page }) => {
  await customer.signIn(page)
  const release = await holdApplication(page)
  await page.goto(`${shop.url}${routes.licences}?done=erasure`)
  const order = page.locator('.Order-no a').first()
  await order.hover()
  await page.mouse.down()
  await release()
  await page.mouse.up()
  await expect(heading(page)).toHaveText('Thank you. It’s done.')
})

test('the buyer of an invoice is corrected, and what is wrong is said by its field', async ({ page }) => {
  await customer.signIn(page)
  await page.getByRole('link', { name: 'Correct the buyer on the invoice' }).first().click()
  await hydrated(page)
  const abn = page.getByRole('textbox', { name: 'ABN' })
  await abn.fill('00 000 000 001')
  await page.getByRole('button', { name: 'Correct the invoice' }).click()
  await expect(abn).toHaveAccessibleDescription(/This ABN has a typo/)
  await expect(abn).toBeFocused()
  await abn.fill('51 824 753 556')
  await page.getByRole('textbox', { name: 'Company' }).fill('Harbour Street Studio')
  await page.getByRole('button', { name: 'Correct the invoice' }).click()
  await expect(notice(page)).toContainText('INV-000002 replaces INV-000001.')
  await expect(page.getByText('replaced by INV-000002')).toBeVisible()
  const revision = page.getByRole('region', { name: 'Tax invoice INV-000002' })
  await expect(revision).toContainText('becomes Harbour Street Studio, Ada Byron')
  await page.locator('.Order-no a').first().click()
  const [valid, replaced] = [
    page.getByRole('article', { name: 'Tax invoice' }).first(),
    page.getByText(/^Replaced by/),
  ]
  await expect(valid).toContainText('INV-000002')
  await expect(valid).not.toContainText('Replaced by')
  await expect(replaced).toContainText('Replaced by INV-000002.')
})

test('the form for a link says what is wrong by its field, and sends nothing', async ({ page }) => {
  await page.goto(shop.url + routes.licences)
  await hydrated(page)
  const email = page.getByRole('textbox', { name: 'Email' })
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(email).toHaveAccessibleDescription(/Enter an email address/)
  await expect(email).toBeFocused()
  await email.fill('ada@example')
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(email).toHaveAccessibleDescription(/missing its ending/)
  expect(new URL(page.url()).pathname).toBe(routes.licences)
})

test('a licence is moved to another address and taken back by keyboard, and Escape hides its key', async ({
  page,
}) => {
  const grace = 'grace@example.com'
  await customer.signIn(page)
  const key = card(page).locator('.KeyLine code')
  await pressAt(page, /^Show the key/)
  await expect(key).not.toContainText('•')
  await page.keyboard.press('Escape')
  await expect(key).toContainText('•')

  await pressAt(page, /^Move it/)
  await expect(heading(page)).toBeFocused()
  await tabTo(page, /^email$/)
  await page.keyboard.type(grace)
  await page.keyboard.press('Enter')
  await expect(notice(page)).toContainText('The move has begun.')
  await expect(notice(page)).toBeFocused()
  await expect(page.getByRole('listitem').filter({ hasText: 'The new address accepts' })).toHaveAttribute(
    'aria-current',
    'step',
  )
  await page.goto(await customer.nextLink(grace, /offers you/, 0))
  await hydrated(page)
  await pressAt(page, /^Accept the licence/)
  await expect(heading(page)).toHaveText('You’ve accepted.')
  const confirm = await customer.nextLink(ada, /^Confirm the move/, 0)
  await page.goto(confirm)
  await hydrated(page)
  await page.reload()
  await expect(heading(page)).toHaveText('Move it now?')
  await page.goto(confirm)
  await hydrated(page)
  await pressAt(page, /^Confirm the move/)
  await expect(heading(page)).toHaveText('It’s moved.')
  await page.goto(shop.url + routes.licences)
  await expect(page.locator('section.Licence')).toHaveCount(1)
  await page.goto(await customer.nextLink(ada, /^Moved to/, 0))
  await pressAt(page, /^Take it back/)
  await expect(heading(page)).toHaveText('It’s yours again.')
})

test('who goes on from the skip link keeps the focus, though the address has lost its token meanwhile', async ({
  page,
}) => {
  await page.goto(`${shop.url}${routes.licencesMove}?step=accept&token=${'t'.repeat(43)}`)
  await hydrated(page)
  const accept = page.getByRole('button', { name: 'Accept the licence' })
  await accept.evaluate((button) => {
    document.querySelector<HTMLElement>('a[href="#main"]')?.click()
    button.focus()
  })
  await expect(page).toHaveURL(/#main$/)
  // A navigation that ends moves the focus before the page is painted again.
  await painted(page)
  await expect(accept).toBeFocused()
})

test('an invoice is left as it is, an order that waits is paid by card, and another is cancelled', async ({
  page,
  request,
}) => {
  const paid = await customer.buy(request, 'invoice')
  await customer.signIn(page)
  await act(page, /^Correct the buyer/, 'Correct the invoice', 'Nothing has changed.')

  await page.goto(shop.url + routes.licences)
  await page.getByRole('link', { name: 'Pay by card instead' }).click()
  await page.getByRole('button', { name: 'Go on to pay by card' }).click()
  await page.getByRole('link', { name: 'Open the payment page' }).click()
  await page.getByRole('button', { name: 'Pay' }).click()
  await expect(page.locator('.PageHeader-past')).toContainText(paid.order.number)
  // The server asks the payment provider at most every three seconds, so the page may have to poll again.
  await expect(heading(page)).toHaveText('Thank you. It’s done.')
  await expect(page.getByText('by card').first()).toBeVisible()

  await customer.buy(request, 'invoice')
  await page.goto(shop.url + routes.licences)
  await hydrated(page)
  await act(page, /^Cancel the order/, 'Cancel the order', 'is cancelled')
})

/** The form's last Tab stop must be 'Leave it as it is'. */
async function act(page: Page, link: RegExp, button: string, result: string): Promise<void> {
  await page.getByRole('link', { name: link }).first().press('Enter')
  await expect(page.locator('form.Act')).toBeVisible()
  await hydrated(page)
  await expect(heading(page)).toBeFocused()
  const stops = await tabStops(page)
  expect(stops.at(-1)).toBe('Leave it as it is')
  expect(stops.at(-2)).toBe(button)
  await page.getByRole('button', { name: button }).press('Enter')
  await expect(notice(page)).toContainText(result)
  await expect(notice(page)).toBeFocused()
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('every act works by plain forms', async ({ page, request }) => {
    await customer.buy(request)
    const waiting = await customer.buy(request, 'invoice')
    await customer.signInByHand(page, { script: false })
    const press = (name: string) => page.getByRole('button', { name }).click()
    const follow = (name: string | RegExp) => page.getByRole('link', { name }).first().click()
    const notice = page.locator('.Notice--ok')

    await card(page).locator('summary').click()
    const key = (await card(page).locator('details code').last().textContent()) ?? ''
    await customer.turnOn(request, key, 'rehearsal-room')
    await page.reload()
    await follow(/^Deactivate rehearsal-room/)
    await press('Deactivate it')
    await expect(notice).toContainText('The machine is deactivated.')
    await expect(card(page)).toContainText('None. Every seat is free.')

    await card(page).getByRole('link', { name: 'Replace the key' }).click()
    await press('Replace the key')
    await expect(notice).toContainText('The key is replaced.')

    await follow('Correct the buyer on the invoice')
    await page.getByRole('textbox', { name: 'Company' }).fill('Plain Forms Studio')
    await press('Correct the invoice')
    await expect(notice).toContainText(/INV-\d+ replaces INV-\d+\./)

    await card(page).getByRole('link', { name: 'Move it' }).click()
    await page.getByRole('textbox', { name: 'New email address' }).fill('plain@example.com')
    await press('Start the move')
    await expect(notice).toContainText('The move has begun.')

    await follow('Pay by card instead')
    await press('Go on to pay by card')
    await expect(page.getByRole('link', { name: 'Open the payment page' })).toBeVisible()
    await follow('Leave it as it is')
    await follow('Cancel the order')
    await press('Cancel the order')
    await expect(notice).toContainText(`Order ${waiting.order.number} is cancelled`)

    await follow('Ask us to erase it')
    await press('Ask for it to be erased')
    await expect(notice).toContainText('We have your request.')

    await press('Sign out')
    await expect(page.getByRole('button', { name: 'Send me a link' })).toBeVisible()
  })
})
