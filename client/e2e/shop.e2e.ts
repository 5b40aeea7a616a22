import type { Page, Request } from '@playwright/test'
import { apiRoutes, routes } from '#shared/routes.ts'
import { type ShopSite, startShop } from './shop-site.ts'
import { expect, hydrated, test } from './test.ts'

// One site serves all of these tests, and its payment provider has one mood at a time.
test.describe.configure({ mode: 'default' })

let shop: ShopSite
test.beforeAll(async () => {
  shop = await startShop()
})
test.afterAll(() => shop.close())
test.afterEach(() => {
  shop.stripe.mood = 'well'
})

const twoStudios = '[{"sku":"studio","qty":2}]'
const field = (page: Page, name: string | RegExp) => page.getByRole('textbox', { name })
const pay = (page: Page) => page.getByRole('button', { name: 'Pay $458.00' })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const check = (page: Page) => page.getByRole('group', { name: 'Human verification' })
const tickBox = (page: Page) => check(page).frameLocator('iframe').getByRole('checkbox')
const notice = (page: Page) => page.getByRole('alert')
const stored = (page: Page, key = 'cart') => page.evaluate((name) => localStorage.getItem(name), key)
const onStripe = (page: Page) => page.waitForURL(`${shop.stripe.url}/pay/**`)

async function openCart(page: Page, cart = twoStudios) {
  await page.addInitScript((text) => {
    if (localStorage.getItem('cart') === null) localStorage.setItem('cart', text)
  }, cart)
  await page.goto(shop.url + routes.cart)
  await hydrated(page)
}

async function fill(page: Page) {
  await field(page, /^Company/).fill('Acme & Sons')
  await field(page, 'Your name').fill('Ada Byron')
  await field(page, /^Email/).fill('ada@example.com')
  await page.getByRole('checkbox', { name: /^I accept/ }).check()
  await tickBox(page).check()
}

async function fillForInvoice(page: Page) {
  await page.getByRole('radio', { name: 'By invoice, by bank transfer' }).check()
  await fill(page)
}

/** Placed, and not yet paid: its page is open. */
async function openPendingOrder(page: Page): Promise<string> {
  await openCart(page)
  await fill(page)
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith(apiRoutes.checkout)),
    pay(page).click(),
  ])
  const { location = '' } = answer.headers()
  const id = location.split('/').at(-1) ?? ''
  await onStripe(page)
  await page.goto(shop.url + routes.completedOrder(id))
  await hydrated(page)
  return id
}

async function openPaidOrder(page: Page): Promise<string> {
  const id = await openPendingOrder(page)
  await page.getByRole('link', { name: 'Go on to the payment' }).click()
  await page.getByRole('button', { name: 'Pay' }).click()
  await expect(heading(page)).toHaveText('Thank you. It’s done.')
  return id
}

function watchCheckouts(page: Page): { key: string | undefined; body: Record<string, unknown> }[] {
  const seen: { key: string | undefined; body: Record<string, unknown> }[] = []
  page.on('request', (request: Request) => {
    if (request.method() !== 'POST' || !request.url().endsWith(apiRoutes.checkout)) return
    seen.push({ key: request.headers()['idempotency-key'], body: request.postDataJSON() })
  })
  return seen
}

/** Takes the console's lines about answers that were asked for. */
function takeRefusals(problems: string[], status: number | string) {
  for (const problem of problems.splice(0)) expect(problem).toContain(String(status))
}

test('a card order: from the cart over the payment page to keys and invoice', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await openCart(page)
  await fill(page)
  await pay(page).click()
  await onStripe(page)
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
    shop.url + ((await invoice.getByRole('link', { name: /^Save/ }).getAttribute('href')) ?? ''),
  )
  expect(pdf.headers()['content-type']).toBe('application/pdf')
  await expect(page.locator('.ResendMail').getByRole('status')).toContainText('to ada@example.com.')

  await expect.poll(() => stored(page)).toBe('[]')
  expect(await stored(page, 'companyName')).toBe('')
  const kept = () => ['checkoutDraft', 'checkoutAttempt'].map((key) => sessionStorage.getItem(key))
  expect(await page.evaluate(kept)).toEqual([null, null])
})

test('an order by invoice: how to pay it, and its mail sent again', async ({ page }) => {
  await openCart(page)
  await fillForInvoice(page)
  await field(page, /^Purchase order/).fill('PO-7')
  await page.getByRole('button', { name: 'Place the order, $458.00' }).click()
  await expect(heading(page)).toHaveText('Thank you. One step left.')
  await hydrated(page)
  const number = /\d{4}-\d{6}/.exec((await page.locator('.PageHeader-past').textContent()) ?? '')?.[0]
  const facts = page.getByRole('region', { name: 'How to pay' })
  await expect(facts.getByRole('definition').filter({ hasText: number ?? '' })).toHaveCount(1)
  await expect(facts).toContainText('$458.00 AUD')
  await expect(page.getByRole('region', { name: /^Order/ })).toContainText('Purchase order PO-7')
  await expect.poll(() => stored(page)).toBe('[]')

  const again = page.getByRole('button', { name: 'Send the mail again' })
  const status = facts.getByRole('status')
  for (let time = 1; time <= 3; time++) {
    await Promise.all([page.waitForResponse((response) => response.status() === 202), again.click()])
    await expect(status).toHaveText('It’s on its way again, to ada@example.com.')
  }
})

test('a payment that arrives is seen and said once, and only then the cart is empty', async ({ page }) => {
  const id = await openPendingOrder(page)
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
})

test('nobody asks while the page is hidden or offline, and at once when it comes back', async ({
  page,
  context,
}) => {
  const id = await openPendingOrder(page)
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith(apiRoutes.order(id))) asked++
  })
  await context.setOffline(true)
  await page.waitForTimeout(3500)
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
  await page.waitForTimeout(5000)
  expect(asked).toBe(before)
  await setVisibility('visible')
  await expect.poll(() => asked).toBeGreaterThan(before)
})

test('an old order’s page leaves a cart alone that was filled later', async ({ page }) => {
  const id = await openPaidOrder(page)
  await expect.poll(() => stored(page)).toBe('[]')
  await page.goto(shop.url + routes.pricing)
  await hydrated(page)
  await page.getByRole('button', { name: 'Add Studio to cart' }).click()
  await page.goto(shop.url + routes.completedOrder(id))
  await hydrated(page)
  await expect(heading(page)).toHaveText('Thank you. It’s done.')
  expect(await stored(page)).toBe('[{"sku":"studio","qty":1}]')
})

test('back from the payment page everything is as it was, and paying goes on with the same order', async ({
  page,
}) => {
  await openCart(page)
  await fill(page)
  const seen = watchCheckouts(page)
  await pay(page).click()
  await onStripe(page)
  const payment = page.url()
  await page.goBack()
  await hydrated(page)
  await expect(field(page, /^Email/)).toHaveValue('ada@example.com')
  await expect(page.getByRole('checkbox', { name: /^I accept/ })).toBeChecked()
  expect(await stored(page)).toBe(twoStudios)
  await field(page, /^Email/).focus()
  await tickBox(page).check()
  await pay(page).click()
  await onStripe(page)
  expect(page.url()).toBe(payment)
  expect(seen[1]?.key).toBe(seen[0]?.key)
})

test('shown again by the browser as it was left, the button can be pressed', async ({ page }) => {
  await openCart(page)
  await fill(page)
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

test('two quick clicks, and Enter, are one order', async ({ page }) => {
  await openCart(page)
  await fill(page)
  const seen = watchCheckouts(page)
  await page.route(`**${apiRoutes.checkout}`, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    await route.continue()
  })
  await pay(page).dblclick()
  await field(page, 'Your name').press('Enter')
  await onStripe(page)
  expect(seen).toHaveLength(1)
})

test('offline nothing is sent and nothing is lost', async ({ page, context }) => {
  await openCart(page)
  await fill(page)
  const seen = watchCheckouts(page)
  await context.setOffline(true)
  await pay(page).click()
  await expect(page.getByText('You’re offline. What you’ve typed stays here')).toBeVisible()
  expect(seen).toEqual([])
  await context.setOffline(false)
  await pay(page).click()
  await onStripe(page)
})

test('what is wrong is said by its field, the first one has the focus, and nothing is sent', async ({
  page,
}) => {
  await openCart(page)
  const seen = watchCheckouts(page)
  await field(page, /^ABN/).fill('51 824 753 557')
  await field(page, /^ABN/).blur()
  await expect(field(page, /^ABN/)).toHaveAccessibleDescription(/check digits don’t fit/)
  await field(page, /^Email/).fill('studio@example')
  await pay(page).click()
  await expect(field(page, /^ABN/)).toBeFocused()
  await expect(notice(page)).toContainText('Check the fields that are marked.')
  await expect(field(page, 'Your name')).toHaveAccessibleDescription('Enter your name.')
  await expect(field(page, /^Email/)).toHaveAccessibleDescription(/missing its ending/)
  await expect(page.getByRole('checkbox', { name: /^I accept/ })).toHaveAccessibleDescription(
    'Accept the terms to go on.',
  )
  await expect(check(page)).toHaveAccessibleDescription(/Tick the box/)
  await field(page, /^ABN/).fill('51 824 753 556')
  await expect(field(page, /^ABN/)).toHaveAccessibleDescription('')
  await pay(page).click()
  await expect(field(page, 'Your name')).toBeFocused()
  expect(seen).toEqual([])

  await field(page, 'Your name').fill('Ada Lovelace')
  await field(page, /^Email/).fill('ada@example.com')
  await page.getByRole('checkbox', { name: /^I accept/ }).check()
  await expect(notice(page)).toBeVisible()
  await tickBox(page).check()
  await expect(notice(page)).toHaveCount(0)
})

test('an error that appears when its field is left doesn’t take the click away', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openCart(page)
  await field(page, /^Email/).fill('studio@example')
  await page.getByRole('radio', { name: 'By invoice, by bank transfer' }).check()
  await expect(field(page, /^Email/)).toHaveAccessibleDescription(/missing its ending/)
})

test('what the server finds wrong is said by its field too', async ({ page, problems }) => {
  await openCart(page)
  await fill(page)
  const detail = 'Enter an email such as name@example.com.'
  await page.route(`**${apiRoutes.checkout}`, (route) =>
    route.fulfill({
      status: 422,
      contentType: 'application/problem+json',
      json: {
        code: 'validation_failed',
        detail,
        errors: [{ pointer: '/customer/email', code: 'custom', detail }],
      },
    }),
  )
  await pay(page).click()
  await expect(field(page, /^Email/)).toBeFocused()
  await expect(field(page, /^Email/)).toHaveAccessibleDescription(detail)
  await expect(notice(page)).toContainText(detail)
  takeRefusals(problems, 422)
})

test('changed prices are shown, and said, before anything is ordered', async ({ page, problems }) => {
  await openCart(page)
  await fill(page)
  const pricing = await (await page.request.get(shop.url + apiRoutes.pricing)).json()
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
  await expect(notice(page)).toContainText('The total is now $500.00')
  await expect(notice(page)).toBeFocused()
  await tickBox(page).check()
  await page.getByRole('button', { name: 'Pay $500.00' }).click()
  await expect.poll(() => seen.at(-1)?.body.expectedTotal).toBe(50_000)
  expect(seen[1]?.key).not.toBe(seen[0]?.key)
  takeRefusals(problems, 409)
})

test('an order that is being placed already is waited for', async ({ page, problems }) => {
  await openCart(page)
  await fill(page)
  const seen = watchCheckouts(page)
  await page.route(
    `**${apiRoutes.checkout}`,
    (route) =>
      route.fulfill({
        status: 409,
        headers: { 'retry-after': '1' },
        json: { code: 'in_progress', detail: 'x' },
      }),
    { times: 2 },
  )
  await pay(page).click()
  await onStripe(page)
  expect(seen).toHaveLength(3)
  expect(new Set(seen.map(({ key }) => key)).size).toBe(1)
  takeRefusals(problems, 409)
})

test('a payment provider that is down keeps the order, also over a reload', async ({ page, problems }) => {
  await openCart(page)
  await fill(page)
  const seen = watchCheckouts(page)
  const sessions = shop.stripe.sessions.size
  shop.stripe.mood = 'down'
  await pay(page).click()
  await expect(notice(page)).toContainText('your order is kept', { timeout: 20_000 })
  await expect(notice(page)).toBeFocused()
  takeRefusals(problems, 503)
  shop.stripe.mood = 'well'
  await page.reload()
  await hydrated(page)
  await expect(field(page, /^Company/)).toHaveValue('Acme & Sons')
  await expect(field(page, 'Your name')).toHaveValue('Ada Byron')
  await field(page, 'Your name').focus()
  await tickBox(page).check()
  await pay(page).click()
  await onStripe(page)
  expect(seen[1]?.key).toBe(seen[0]?.key)
  expect(shop.stripe.sessions.size).toBe(sessions + 1)
})

test('an answer that never comes says what that means for the money', async ({ page, problems }) => {
  await openCart(page)
  await fill(page)
  await page.route(`**${apiRoutes.checkout}`, (route) => route.abort())
  await pay(page).click()
  await expect(notice(page)).toContainText('Nothing has been charged')
  await expect(pay(page)).toBeEnabled()
  takeRefusals(problems, 'net::ERR_FAILED')
})

test('a human verification that failed has to be ticked again', async ({ page, problems }) => {
  await page.addInitScript(() => Object.assign(window, { recaptchaTokens: ['made-up'] }))
  await openCart(page)
  await fill(page)
  await pay(page).click()
  await expect(check(page)).toBeFocused()
  await expect(check(page)).toHaveAccessibleDescription(/Tick the box once more/)
  takeRefusals(problems, 422)
  await tickBox(page).check()
  await pay(page).click()
  await onStripe(page)
})

test('the draft outlives a reload, and the buyer’s identity is asked for from $1,000', async ({ page }) => {
  await openCart(page, '[{"sku":"studio","qty":5}]')
  await expect(field(page, /^Company/)).toHaveAccessibleDescription(/From \$1,000 a tax invoice/)
  await field(page, /^Email/).fill('ada@example.com')
  await page.getByRole('combobox', { name: 'Country' }).selectOption('NZ')
  await expect(field(page, /^Company/)).toHaveAccessibleDescription('')
  await expect(field(page, /^ABN/)).toHaveCount(0)
  await page.reload()
  await hydrated(page)
  await expect(field(page, /^Email/)).toHaveValue('ada@example.com')
  await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('NZ')
  const kept = await page.evaluate(() => sessionStorage.getItem('checkoutDraft'))
  expect(kept).not.toContain('verification')
})

test('by keyboard alone', async ({ page }) => {
  await openCart(page)
  const tab = () => page.keyboard.press('Tab')
  await field(page, /^Company/).focus()
  await page.keyboard.type('Acme')
  await tab()
  await tab()
  await page.keyboard.type('Ada Byron')
  await tab()
  await page.keyboard.type('ada@example.com')
  await tab()
  await tab()
  await expect(page.getByRole('radio', { name: 'By card, now' })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await tab()
  await expect(field(page, /^Purchase order/)).toBeFocused()
  await tab()
  await page.keyboard.press('Space')
  await tab()
  await expect(page.getByRole('link', { name: 'Terms & Conditions' }).first()).toBeFocused()
  await expect(tickBox(page)).toBeVisible()
  await tab()
  await page.keyboard.press('Space')
  await tab()
  await page.keyboard.press('Enter')
  await expect(heading(page)).toHaveText('Thank you. One step left.')
})

test.describe('an order', () => {
  test('that has run out says so, and the cart becomes another order', async ({ page }) => {
    const id = await openPendingOrder(page)
    shop.stripe.expire(shop.stripe.sessionOf(id))
    await expect(heading(page)).toHaveText('This order has run out.', { timeout: 20_000 })
    await page.getByRole('link', { name: 'Go to the cart' }).click()
    await field(page, 'Your name').focus()
    await tickBox(page).check()
    await pay(page).click()
    await onStripe(page)
    expect(new Set([...shop.stripe.sessions.values()].map((each) => each.client_reference_id)).size).toBe(
      shop.stripe.sessions.size,
    )
  })

  test('whose money differs is in review, and asks not to be paid again', async ({ page }) => {
    const id = await openPendingOrder(page)
    shop.stripe.pay(shop.stripe.sessionOf(id), { amount_total: 45_799 })
    await expect(heading(page)).toHaveText('We’re looking at your payment.', { timeout: 20_000 })
    await expect(page.locator('.Keys-key')).toHaveCount(0)
    await expect.poll(() => stored(page)).toBe('[]')
  })

  test('is told its refunds and disputes, with a note for each refund', async ({ page }) => {
    const id = await openPaidOrder(page)
    const session = shop.stripe.sessionOf(id)
    const report = async (type: string) => {
      const { signedEvent, toEventObject } = await import('#server/testing/stripe-server.ts')
      const { body, signature } = signedEvent(type, toEventObject(session), { secret: 'whsec_test' })
      const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
      await page.request.post(`${shop.url}/api/webhooks/stripe`, { data: body, headers })
    }
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

  test('that isn’t there is a friendly page', async ({ page, problems }) => {
    const answer = await page.goto(shop.url + routes.completedOrder('ord_none'))
    expect(answer?.status()).toBe(404)
    await expect(heading(page)).toHaveText('No order to show')
    takeRefusals(problems, 404)
  })

  test('prints its invoice alone', async ({ page }) => {
    await openPaidOrder(page)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('article', { name: 'Tax invoice' })).toBeVisible()
    await expect(heading(page)).toBeHidden()
    await expect(page.locator('.Keys-key').first()).toBeHidden()
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the link of a mail opens the order', async ({ page, context, browser }) => {
    const scripted = await (await browser.newContext({ javaScriptEnabled: true })).newPage()
    const id = await openPaidOrder(scripted)
    await context.addCookies(await scripted.context().cookies())
    await scripted.context().close()
    await page.goto(shop.url + routes.completedOrder(id))
    await expect(heading(page)).toHaveText('Thank you. It’s done.')
    await expect(page.locator('.Keys-key')).toHaveCount(2)
    await expect(page.getByRole('article', { name: 'Tax invoice' })).toBeVisible()
  })

  test('the cart says what it needs, and where to order instead', async ({ page }) => {
    await page.goto(shop.url + routes.cart)
    await expect(page.locator('main noscript a[href^="mailto:"]')).toBeVisible()
  })
})
