import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { confirmStatement } from '#server/desk/statement/book/confirm.ts'
import { takeStatement } from '#server/desk/statement/take-statement.ts'
import { momentOf } from '#server/runtime/moment.ts'
import { addCode } from '#server/shop/codes/codes.ts'
import { followTransfers } from '#server/shop/orders/follow-transfers.ts'
import { findOrder } from '#server/shop/orders/order-store.ts'
import { takePayment } from '#server/shop/orders/take-payment.ts'
import { freePort } from '#server/testing/support/free-port.ts'
import { type ReadMail, readMails } from '#server/testing/support/mailbox.ts'
import { startRecaptcha } from '#server/testing/support/recaptcha-server.ts'
import { startStripe } from '#server/testing/support/stripe-server.ts'
import { createTestApp } from '#server/testing/support/test-app.ts'
import { dayIn } from '#shared/calendar/calendar.ts'
import type { MadeQuote } from '#shared/orders/quotes.ts'
import { newCodeSchema } from '#shared/pricing/codes.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { violationsIn } from './axe.ts'
import { makeQuote, orderQuote } from './place-order.ts'
import { cartLink, field, fillCheckout, heading, stored, tickBox, twoStudios } from './shop-page.ts'
import { test as base, expect, holdApplication, hydrated } from './test.ts'

const day = 24 * 60 * 60 * 1000

type School = {
  url: string
  /** Moves the clock and runs due jobs. */
  wait(days: number): Promise<ReadMail[]>
  mails(): Promise<ReadMail[]>
  /** Reads a bank's file with the payment, and books the line that it matches. */
  bookStatement(orderId: string): Promise<void>
  addCode(code: object): Promise<void>
  /** In cents. */
  takePart(orderId: string, amount: number): Promise<void>
}

/** Runs a shop in this process, so that tests can move its clock. */
const test = base.extend<object, { school: School }>({
  school: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'school-'))
      const port = await freePort()
      const url = `http://127.0.0.1:${port}`
      const secret = 'whsec_test'
      let now = new Date()
      const webhook = { url: `${url}/api/webhooks/stripe`, secret }
      const stripe = await startStripe({ webhook, clock: () => now })
      const recaptcha = await startRecaptcha()
      const { app, ctx } = await createTestApp(
        {
          SITE_URL: url,
          DATA_DIR: dataDir,
          STRIPE_SECRET_KEY: 'sk_test_1',
          STRIPE_WEBHOOK_SECRET: secret,
          STRIPE_API_URL: stripe.url,
          RECAPTCHA_BASE_URL: recaptcha.url,
          ANALYTICS_ID: '',
        },
        { clock: () => now },
      )
      const server = createServer(app).listen(port, '127.0.0.1')
      await once(server, 'listening')
      await use({
        url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        async wait(days) {
          now = new Date(now.getTime() + days * day)
          await followTransfers(ctx)
          return readMails(ctx)
        },
        mails: () => readMails(ctx),
        async bookStatement(orderId) {
          const order = (await findOrder(ctx.database.db, orderId))?.number ?? ''
          const today = dayIn(ctx.library.typed.site.company.timeZone, now)
          const bytes = Buffer.from(`Date,Amount,Description\n${today},+458.00,ACME AND SONS ${order}\n`)
          const upload = { bytes, newAccount: 'Main', chosen: null, who: 'command line' }
          const { id, lines } = await takeStatement(ctx, upload)
          expect(lines).toMatchObject([{ n: 2, state: 'matched', orders: [order] }])
          const confirmed = { lines: [{ n: 2, order, as: 'full' as const }], who: 'command line' }
          expect(await confirmStatement(ctx, id, confirmed)).toMatchObject({ booked: 1, orders: [order] })
        },
        async takePart(id, amount) {
          await takePayment(ctx, { id }, { amount }, { who: 'command line' })
        },
        async addCode(code) {
          const adding = { who: 'command line', ...momentOf(ctx) }
          const { db } = ctx.database
          await db.transaction().execute((trx) => addCode(trx, newCodeSchema.parse(code), adding))
        },
      })
      server.closeAllConnections()
      server.close()
      await ctx.close()
      await Promise.all([stripe.close(), recaptcha.close()])
      rmSync(dataDir, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  baseURL: ({ school }, use) => use(school.url),
})

/** Requests a quote for the cart as a person does. */
async function makeQuoteByHand(page: Page) {
  await page.addInitScript((cart) => {
    if (localStorage.getItem('cart') === null) localStorage.setItem('cart', cart)
  }, twoStudios)
  await page.goto(routes.cart)
  await hydrated(page)
  await fillCheckout(page)
  await expect(page.getByRole('radio', { name: 'Card, now' })).toBeChecked()
  await field(page, /^Purchase order/).fill('4470')
  await page.getByRole('button', { name: 'Make a quote instead' }).click()
  await expect(heading(page)).toHaveText('Your quote')
  await hydrated(page)
}

/** @returns the order's id */
async function orderByHand(page: Page): Promise<string> {
  await makeQuoteByHand(page)
  for (const notice of await page.locator('.NoScript').all()) await expect(notice).toBeHidden()
  const quote = page.getByRole('article', { name: 'Quote' })
  await expect(quote).toContainText('$458.00')
  await expect(quote).toContainText('Purchase order 4470')
  const order = page.getByRole('form', { name: 'Order it' })
  await expect(field(page, /^Purchase order/)).toHaveValue('4470')
  await field(page, /^Purchase order/).fill('4'.repeat(61))
  await order.getByRole('checkbox', { name: /^I accept/ }).check()
  await tickBox(page).check()
  await order.getByRole('button', { name: 'Place the order, A$458.00' }).click()
  await expect(field(page, /^Purchase order/)).toHaveAccessibleDescription('At most 60 characters.')
  await field(page, /^Purchase order/).fill('4471')
  await expect(field(page, /^Purchase order/)).toHaveAccessibleDescription('')
  await order.getByRole('button', { name: 'Place the order, A$458.00' }).click()
  await expect(heading(page)).toHaveText('Your invoice is here.')
  await hydrated(page)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('cart'))).toBe('[]')
  return new URL(page.url()).searchParams.get('order') ?? ''
}

async function openQuote(page: Page): Promise<MadeQuote> {
  const made = await makeQuote(page.request)
  await page.goto(routes.quoteOf(made.quote.id))
  await hydrated(page)
  return made
}

/** Opens the order of a quote. @returns its id */
async function openOrder(page: Page): Promise<string> {
  const { order } = await orderQuote(page.request, await makeQuote(page.request))
  await page.goto(routes.completedOrder(order.id))
  await hydrated(page)
  return order.id
}

const ofBuyer = (mails: ReadMail[]) => mails.filter(({ to }) => to === 'ada@example.com')

test('a school: quote, order against it, invoice, reminder, transfer, keys and receipt', async ({
  page,
  school,
}) => {
  const id = await orderByHand(page)
  const [quote, invoice] = ofBuyer(await school.mails())
  expect(quote?.subject).toMatch(/^Quote Q-\d{6}, PO 4470, valid until /)
  expect(invoice?.subject).toMatch(/^Tax invoice INV-\d{6}, PO 4471, due /)
  expect(invoice?.attachments).toHaveLength(1)
  const sheet = page.getByRole('article', { name: 'Tax invoice' })
  await expect(sheet).toContainText('Purchase order 4471')
  await expect(sheet).toContainText('Acme & Sons')
  await expect(sheet).toContainText('Due ')
  await expect(page.getByRole('region', { name: 'What happens when' })).toContainText('A reminder')

  expect(ofBuyer(await school.wait(10.5))).toMatchObject([
    { subject: expect.stringMatching(/^Reminder: order /) },
  ])
  await school.bookStatement(id)
  const [paid] = ofBuyer(await school.mails())
  expect(paid?.attachments[0]).toMatch(/^RCT-\d{6}\.pdf$/)
  await page.reload()
  await expect(heading(page)).toHaveText('Thank you. It’s done.')
  await expect(page.locator('.Keys-key')).toHaveCount(2)
  await expect(page.getByRole('article', { name: 'Receipt' })).toContainText('by bank transfer')
})

test('the same, paid by card in between: one way to pay stands open, one order and one invoice', async ({
  page,
  problems,
  school,
}) => {
  await page.clock.install()
  const id = await openOrder(page)
  // The updated order replaces the pressed button by a link.
  const news = `**${apiRoutes.order(id)}`
  await page.route(news, (route) => route.abort())
  problems.allow('net::ERR_FAILED')
  const number = await page.getByRole('article', { name: 'Tax invoice' }).getAttribute('aria-labelledby')
  const byCard = page.getByRole('button', { name: /^Pay by card/ })
  await page.route('**/pay/**', (route) => route.abort('aborted'), { times: 1 })
  const left = page.waitForRequest('**/pay/**')
  await byCard.click()
  await left
  await expect(byCard).toHaveAttribute('aria-busy', 'true')
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(byCard).not.toHaveAttribute('aria-busy', 'true')
  await page.unroute(news)
  await page.clock.runFor(15_000)
  await expect(heading(page)).toHaveText('Waiting for the payment.')
  await expect(byCard).toHaveCount(0)
  await expect(page.getByText('Account number', { exact: true })).toBeHidden()
  await page.getByText('Pay by bank transfer instead').click()
  await expect(page.getByText('Account number', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Go on to the payment' }).click()
  await page.waitForURL('**/pay/**')
  await page.getByRole('button', { name: 'Pay' }).click()
  await expect(heading(page)).toHaveText('Thank you. It’s done.')
  await expect(page.getByRole('article', { name: 'Tax invoice' })).toHaveAttribute(
    'aria-labelledby',
    number ?? '',
  )
  await expect(page.getByRole('article', { name: 'Receipt' })).toContainText('by card')
  await school.mails()
})

test('the same that nobody pays lapses, and nothing is owed; paid in part, it doesn’t', async ({
  page,
  problems,
  school,
}) => {
  const unpaid = await orderQuote(page.request, await makeQuote(page.request))
  const id = await openOrder(page)
  await school.takePart(id, 10_000)
  await page.getByRole('button', { name: /^Pay by card instead/ }).click()
  await expect(heading(page)).toHaveText('A part has arrived.')
  const section = page.getByRole('region', { name: 'How to pay' })
  await expect(section).toContainText('A$100.00 of A$458.00')
  await expect(section.getByRole('button', { name: /^Pay by card/ })).toHaveCount(0)
  await expect(section.getByRole('link', { name: 'write to us', exact: true })).toBeVisible()
  problems.expect(409)
  await school.mails()

  const { number } = unpaid.order
  const mails = ofBuyer(await school.wait(31)).filter(({ subject }) => subject.includes(number))
  expect(mails).toMatchObject([{ subject: expect.stringMatching(/has lapsed$/) }])
  await page.reload()
  await expect(page.locator('.PageHeader')).toContainText('the order hasn’t lapsed')
  await page.goto(routes.completedOrder(unpaid.order.id))
  await expect(heading(page)).toHaveText('This order has lapsed.')
  await expect(page.getByRole('article', { name: 'Adjustment note' })).toContainText('Nothing is owed')
  const header = await page.locator('.PageHeader').boundingBox()
  const invoice = await page.getByRole('article', { name: 'Tax invoice' }).boundingBox()
  expect((invoice?.y ?? 0) - (header?.y ?? 0) - (header?.height ?? 0)).toBeGreaterThan(32)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the order’s page does all that it shows: the mail again, the card, the ways back and out', async ({
    page,
    school,
  }) => {
    const { order, accessToken } = await orderQuote(page.request, await makeQuote(page.request))
    await school.mails()
    await page.goto(routes.completedOrder(order.id))
    await expect(page.locator('.NeedsScript').first()).toBeAttached()
    for (const control of await page.locator('.NeedsScript').all()) await expect(control).toBeHidden()
    const buttons = page.getByRole('main').getByRole('button')
    for (const button of await buttons.all())
      expect(await button.evaluate((each) => each.closest('form')?.method)).toBe('post')

    await page.getByRole('button', { name: 'Send the mail again' }).click()
    await expect(page.getByText('It’s on its way again, to ada@example.com.')).toBeVisible()
    expect(ofBuyer(await school.mails())).toHaveLength(1)

    await page.getByRole('button', { name: /^Pay by card instead/ }).click()
    await expect(heading(page)).toHaveText('Waiting for the payment.')
    await page.getByRole('link', { name: 'Go on to the payment' }).click()
    await page.waitForURL('**/pay/**')
    await page.getByRole('link', { name: 'Back' }).click()
    await page.getByText('Cancel the order').click()
    await page.getByRole('button', { name: /^Cancel order 2/ }).click()
    await expect(heading(page)).toHaveText('This order was cancelled.')
    await expect(page.getByRole('article', { name: 'Adjustment note' })).toContainText('Nothing is owed')
    await expect(page.getByRole('link', { name: 'Order the quote again' })).toBeVisible()
    expect(ofBuyer(await school.mails())).toMatchObject([{ subject: expect.stringMatching(/is cancelled$/) }])

    await page.getByRole('button', { name: 'Forget this order on this device' }).click()
    await expect(heading(page)).toHaveText('Order forgotten')
    const cookies = await page.context().cookies()
    expect(cookies.map(({ value }) => value).join()).not.toContain(accessToken)
  })

  test('the quote’s page says how else to order, and shows the link to pass on', async ({ page, school }) => {
    const { quote } = await makeQuote(page.request)
    await page.goto(`${routes.quote}?quote=${quote.id}`)
    await expect(page.getByRole('form', { name: 'Order it' })).toBeHidden()
    await expect(page.getByRole('main').locator('a[href^="mailto:"]')).toBeVisible()
    await expect(page.getByRole('link', { name: /shop\/quote\?quote=/ })).toBeVisible()
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
    await school.mails()
  })
})

test('a quote that closes while its page is open says so instead of its form', async ({
  page,
  problems,
  school,
}) => {
  const submit = async () => {
    const form = page.getByRole('form', { name: 'Order it' })
    await form.getByRole('checkbox', { name: /^I accept/ }).check()
    await tickBox(page).check()
    await form.getByRole('button', { name: /^Place the order/ }).click()
  }
  const isReplacedBy = async (title: string) => {
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await expect(page.getByRole('form', { name: 'Order it' })).toHaveCount(0)
  }
  await orderQuote(page.request, await openQuote(page))
  await submit()
  await isReplacedBy('It has been ordered')
  await expect(heading(page)).toHaveText('This quote was ordered.')
  await expect(
    page.locator('.PageHeader-lead', { hasText: /^It became order \d{4}-\d{6} on \d+ \w+ \d{4}\.$/ }),
  ).toBeVisible()

  await openQuote(page)
  await school.wait(31.5)
  await submit()
  await isReplacedBy('It is over')
  await expect(page.getByText('These prices held until')).toBeVisible()
  problems.expect(409, 409)
  await school.mails()
})

test('an address adds to the cart and applies its code once; what then costs nothing asks for no way of paying', async ({
  page,
  school,
}) => {
  await school.addCode({ code: 'GIFT', percent: 100 })
  await page.addInitScript(() => {
    localStorage.cart ??= '[{"sku":"solo","qty":1}]'
  })
  await page.goto(`${routes.cart}?add=studio&qty=2&code=GIFT&utm_source=flyer`)
  await hydrated(page)
  await expect(page.getByRole('region', { name: 'Totals' })).toContainText('Code GIFT, 100% off')
  await expect(page).toHaveURL(`${routes.cart}?utm_source=flyer`)
  expect(await stored(page)).toBe('[{"sku":"solo","qty":1},{"sku":"studio","qty":2}]')
  await expect(page.getByRole('button', { name: 'Place the order', exact: true })).toBeVisible()
  const methods = page.getByRole('group', { name: 'How would you like to pay?' })
  await expect(methods).toHaveCount(0)
  await fillCheckout(page)
  await page.getByRole('button', { name: 'Make a quote instead' }).click()
  const form = page.getByRole('form', { name: 'Order it' })
  await expect(form).toContainText('There is nothing to pay.')
  await expect(methods).toHaveCount(0)
  await form.getByRole('checkbox', { name: /^I accept/ }).check()
  await tickBox(page).check()
  await form.getByRole('button', { name: 'Place the order', exact: true }).click()
  await expect(heading(page)).toHaveText('Thank you. It’s done.')
  await expect(page.locator('.Keys-key')).toHaveCount(3)
  await school.mails()
})

test('a quote’s form keeps what is entered before its script, holds the human check on a phone, and axe has nothing to say', async ({
  page,
  school,
}) => {
  const { quote } = await makeQuote(page.request)
  await page.setViewportSize({ width: 360, height: 800 })
  const release = await holdApplication(page)
  await page.goto(routes.quoteOf(quote.id))
  const form = page.getByRole('form', { name: 'Order it' })
  await form.getByRole('radio', { name: 'Card, now' }).check()
  await field(page, /^Purchase order/).fill('4471')
  await form.getByRole('checkbox', { name: /^I accept/ }).check()
  await release()
  await expect(form.getByRole('button', { name: 'Pay A$458.00', exact: true })).toBeVisible()
  await form.getByRole('radio', { name: /^Bank transfer/ }).check()
  await expect(form.getByRole('checkbox', { name: /^I accept/ })).toBeChecked()
  await expect(field(page, /^Purchase order/)).toHaveValue('4471')

  const boxOf = async (part: Locator) => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await part.boundingBox()) ?? {}
    return { left: x, right: x + width, top: y, bottom: y + height }
  }
  await expect(tickBox(page)).toBeVisible()
  const check = await boxOf(form.locator('.Verify iframe'))
  const input = await boxOf(field(page, /^Purchase order/))
  expect(check.left).toBeGreaterThanOrEqual(input.left)
  expect(check.right).toBeLessThanOrEqual(input.right)
  const next = await boxOf(page.getByRole('heading', { name: 'Somebody else decides?' }))
  expect(next.top - (await boxOf(form)).bottom).toBeGreaterThan(40)
  expect(await violationsIn(page)).toEqual([])
  await school.mails()
})

test('a code waits for the cart and for an answer, is applied and removed, and refused at its field', async ({
  page,
  problems,
  school,
}) => {
  await school.addCode({ code: 'CREW10', percent: 10 })
  await school.addCode({ code: 'SPRING', percent: 20, to: '2020-11-30' })
  await page.goto(`${routes.pricing}?code=CREW10`)
  await hydrated(page)
  for (let n = 0; n < 2; n++) await page.getByRole('button', { name: 'Add to cart Studio' }).click()
  await page.route(`**${apiRoutes.cartPrice}`, (route) => route.fulfill({ body: '<html>Log in' }), {
    times: 1,
  })
  await cartLink(page).click()
  await expect(field(page, /code/)).toHaveAccessibleDescription(/CREW10 is tried again/)
  await page.reload()
  await hydrated(page)
  const totals = page.getByRole('region', { name: 'Totals' })
  const told = page.locator('.CodeRow').getByRole('status')
  const type = async (code: string) => {
    await field(page, /code/).fill(code)
    await page.getByRole('button', { name: 'Use it' }).click()
  }
  await expect(totals).toContainText('Code CREW10, 10% off')
  await expect(totals).toContainText('$412.20')
  await expect(told).toHaveText('')
  await type('spring')
  await expect(field(page, /code/)).toHaveAccessibleDescription(
    'SPRING ended on 30 November 2020. CREW10 still counts.',
  )
  await expect(told).toHaveText('SPRING ended on 30 November 2020. CREW10 still counts.')
  await field(page, /code/).fill('spring2')
  await expect(field(page, /code/)).toHaveAccessibleDescription('')
  await page.getByRole('button', { name: /^Pay A/ }).click()
  await expect(field(page, /code/)).toBeFocused()
  await expect(field(page, /code/)).toHaveAccessibleDescription(
    'It isn’t used yet. Press “Use it”, or go on without it.',
  )
  await type('spring')
  await expect(told).toContainText('SPRING ended')
  // Here another field is wrong.
  await page.getByRole('button', { name: /^Pay A/ }).click()
  await expect(field(page, 'Your name')).toBeFocused()
  const remove = totals.getByRole('button', { name: 'Remove' })
  await remove.click()
  await expect(field(page, /code/)).toBeFocused()
  await expect(totals).toContainText('$458.00')
  await expect(totals).not.toContainText('CREW10')
  await type('crew10')
  await expect(totals).toContainText('$412.20')
  await expect(told).toHaveText('CREW10 is applied.')
  await remove.click()
  await expect(totals).toContainText('$458.00')
  expect(await page.evaluate(() => sessionStorage.getItem('discountCode'))).toBeNull()

  await page.evaluate(() => localStorage.setItem('cart', '[{"sku":"solo","qty":5}]'))
  await page.goto(`${routes.cart}?code=NOSUCH`)
  await hydrated(page)
  await expect(totals).toContainText('10% off, for 5 or more')
  await expect(totals).toContainText('−A$44.50')
  await expect(totals).toContainText('$400.50')
  await expect(field(page, /code/)).toHaveAccessibleDescription(/There’s no code NOSUCH/)
  expect(page.url()).not.toContain('code=')
  await expect(heading(page)).not.toBeFocused()
  problems.expect(422, 422, 422)
})
