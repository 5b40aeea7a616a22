import type { Cookie, Page, Route } from '@playwright/test'
import { helpRoutes } from '#shared/help/help-routes.ts'
import type { PlacedOrder } from '#shared/orders/orders.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { deskApiRoutes, deskPages, deskRoutes } from '#shared/routes/desk-routes.ts'
import { violationsIn } from './axe.ts'
import { findRooms } from './desk-rooms.ts'
import { type DeskSite, done, expectAccessible, startDesk, title } from './desk-site.ts'
import { brokenWords } from './large-text.ts'
import { placeOrder } from './place-order.ts'
import { expect, hydrated, test } from './test.ts'

let shop: DeskSite
let cookie: Cookie[]
let unpaid: PlacedOrder
let paid: PlacedOrder

test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ browser, request }) => {
  shop = await startDesk()
  cookie = await shop.signIn(browser, 'alex@example.com')
  unpaid = await placeOrder(request, 'invoice', shop.url)
  paid = await placeOrder(request, 'card', shop.url)
  await request.post(shop.stripe.pageOf(paid.order.id))
})
test.afterAll(() => shop.close())
test.beforeEach(({ context }) => context.addCookies(cookie))

const open = (page: Page, path: string) => shop.open(page, path)
const actForm = (page: Page, name: string) =>
  page.locator('.ActForm').filter({ has: page.locator('summary', { hasText: name }) })

/** "Nine things wait", or above twenty in figures, "21 things wait". */
const wordsFor = (things: number) => new RegExp(`^(?:${things}|[A-Z][a-z]+) things? waits?$`)

test('without staff there is no desk', async ({ request }) => {
  for (const path of [deskRoutes.home, deskRoutes.orders, deskRoutes.signIn]) {
    const answer = await request.get(path)
    expect([path, answer.status()]).toEqual([path, 404])
    expect(await answer.text()).toContain('This page could not be found')
  }
})

test('its pages are kept nowhere, speak to this site alone and load none of the site’s application', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (each) => asked.push(each.url()))
  const headers = (await open(page, deskRoutes.orders))?.headers() ?? {}
  expect(headers).toMatchObject({
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
  })
  expect(headers['content-security-policy']).toContain("connect-src 'self';")
  expect(headers['content-security-policy']).not.toMatch(/google|gstatic/)
  await hydrated(page)
  expect(asked.filter((url) => !url.startsWith(shop.url))).toEqual([])
  expect(asked.filter((url) => /start-.*\.js/.test(url))).toEqual([])
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('table', { name: 'Orders' })).toBeVisible()
  await expect(page.locator('form:visible')).toHaveCount(0)
})

test('a link in webmail opens its page with the session, and otherwise after the sign-in', async ({
  page,
  browser,
}) => {
  const wanted = deskRoutes.order(unpaid.order.number)
  const webmail = 'https://mail.example/'
  const body = `<a href="${shop.url}${wanted}">Open the order</a>`
  await page.route(webmail, (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(webmail)
  await page.getByRole('link').click()
  await expect(page).toHaveURL(shop.url + wanted)
  await expect(title(page)).toContainText(unpaid.order.number)

  await page.context().clearCookies()
  await page.goto(webmail)
  await page.getByRole('link').click()
  await expect(page).toHaveURL(shop.url + deskRoutes.signInFor(wanted))
  await shop.signInByHand(browser, 'casey@example.com', wanted)
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('the notice of an act comes first, with nothing over the page', async ({ page }) => {
    await open(page, deskRoutes.order(paid.order.number))
    await actForm(page, 'Write a note').locator('summary').click()
    await page.getByRole('textbox', { name: 'Note', exact: true }).fill('Calls back')
    await page.getByRole('textbox', { name: 'Note', exact: true }).press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status')).toBeFocused()
    await expect(page.getByRole('link', { name: 'Skip to the page' })).not.toBeInViewport()
  })

  test('today tells what waits, the same as the rail, and draws sales beside their tables', async ({
    page,
  }) => {
    await open(page, deskRoutes.home)
    const waits = page.locator('.Task')
    const awaiting = waits.filter({ hasText: unpaid.order.number })
    await expect(awaiting).toContainText('Take a payment')
    const things = await page.locator('.DeskRail-link[aria-current] .DeskRail-count').textContent()
    await expect(title(page)).toHaveText(wordsFor(Number.parseInt(things ?? '', 10)))

    await expect(page.getByRole('figure', { name: 'Sales, 30 days' })).toContainText('Refunded')
    const table = page.getByRole('table', { name: 'Sales by day' })
    await expect(table).toBeHidden()
    await page.getByText('Show the 30 days as a table').click()
    await expect(table.getByRole('row')).toHaveCount(31)
    await expect(page.getByRole('table', { name: 'Sales by month' }).getByRole('row')).toHaveCount(14)
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 900 })
      // Each plot is drawn for both sizes and seen once.
      for (const name of [
        /^Sales by day, .* in 2 orders\. The best day was/,
        /^Sales by month/,
        /^Sales by plan/,
      ])
        await expect(page.getByRole('img', { name })).toHaveCount(1)
    }

    await page.getByRole('link', { name: 'Doctor' }).click()
    await expect(page.getByRole('table', { name: 'Doctor' })).toContainText('SMTP_URL')
    await awaiting.getByRole('link').click()
    await expect(page).toHaveURL(shop.url + deskRoutes.order(unpaid.order.number))
  })

  test('a payment is refused at its field, then entered in parts until the order is paid', async ({
    page,
    problems,
  }) => {
    await open(page, deskRoutes.order(unpaid.order.number))
    const form = actForm(page, 'Take a payment')
    await form.locator('summary').click()
    const amount = form.getByLabel('Amount')
    const whole = await amount.inputValue()
    await amount.fill('a lot')
    await form.getByRole('button').click()
    await expect(form.getByText('Enter an amount, such as 229.00.')).toBeVisible()
    await expect(amount).toHaveValue('a lot')
    problems.expect(422)

    await amount.fill('100')
    await form.getByLabel('Reference').fill('<img src=x onerror=alert(1)>')
    await form.getByRole('button').click()
    await expect(done(page)).toContainText('The payment is in the books.')
    const payments = page.getByRole('table', { name: 'Payments' })
    await expect(payments).toContainText('<img src=x onerror=alert(1)>')
    await expect(payments.getByRole('row').nth(1)).toContainText(/^Bank transfer\d{1,2}\s[A-Z][a-z]{2}/)
    await expect(amount).toHaveValue((Number(whole) - 100).toFixed(2))

    await form.locator('summary').click()
    await form.getByRole('button').click()
    await expect(page.locator('.DeskHead .Tag')).toHaveText('Paid')
    await expect(page.getByRole('table', { name: 'Licences' }).getByRole('row')).toHaveCount(3)
  })

  test('a refund shows what it will do, wants the number, and happens once', async ({ page, problems }) => {
    await open(page, deskRoutes.order(paid.order.number))
    const form = actForm(page, 'Refund')
    await form.locator('summary').click()
    await form.getByRole('checkbox').first().check()
    await form.getByRole('button').click()
    await expect(title(page)).toHaveText(/^Refund \$[\d.]+\?$/)
    await expect(page.getByRole('listitem').filter({ hasText: 'Revoke the key' })).toHaveCount(1)
    const confirm = page.getByLabel(`Type the order’s number, ${paid.order.number}`)
    await confirm.fill('2020-000001')
    await page.getByRole('button', { name: 'Refund' }).click()
    await expect(page.getByText(`To go on, type ${paid.order.number}.`)).toBeVisible()
    problems.expect(422)
    await confirm.fill(paid.order.number)
    await page.getByRole('button', { name: 'Refund' }).click()
    await expect(done(page)).toContainText('It’s refunded.')
    await page.reload()
    await expect(page.locator('.DeskHead .Tag')).toHaveText('Partly refunded')
    await expect(page.getByRole('table', { name: 'Documents' })).toContainText('Adjustment note')
  })

  test('a message is answered with an article that was found first', async ({ page, request }) => {
    const form = { name: 'Grace', email: 'grace@example.com', topic: 'other', message: 'Where is my key?' }
    await request.post(shop.url + apiRoutes.contact, { form })
    await open(page, deskRoutes.messages)
    await page.locator('[data-row]').first().click()
    await page.getByLabel('Find a help article').fill('lost key')
    await page.getByRole('button', { name: 'Find' }).click()
    await page.getByRole('button', { name: 'Put in' }).first().click()
    await page.getByRole('textbox', { name: 'What you write' }).fill('This page tells.')
    await page.getByRole('button', { name: 'Send the answer' }).click()
    await expect(done(page)).toContainText('Your answer is on its way')
    await expect
      .poll(() => shop.mailTo('grace@example.com', /^Your message C-/))
      .toContain(`${shop.url}/help/`)
  })

  test('an owner adds somebody, who signs in, and ends all access again', async ({ page, browser }) => {
    const email = 'samantha.longfellow@support.department.example.com'
    const add = async (role: string) => {
      await open(page, deskRoutes.staff)
      await page.getByLabel('E-mail').fill(email)
      await page.getByLabel('Role').selectOption(role)
      await page.getByRole('button', { name: 'Add to the staff' }).click()
      await expect(done(page)).toContainText('They sign in at the desk’s address')
    }
    await add('Support')
    const row = page.getByRole('row', { name: email })
    await expect(row).toContainText('Support')
    const theirs = await browser.newContext()
    await theirs.addCookies(await shop.signIn(browser, email))
    const their = await theirs.newPage()
    await open(their, deskRoutes.home)
    await expect(their.getByRole('link', { name: 'Messages' })).toBeVisible()
    await add('Books')
    await expect(row).toContainText('Books')
    await open(their, deskRoutes.home)
    await expect(their.getByRole('link', { name: 'Books' })).toBeVisible()
    await row.getByRole('button', { name: `End ${email}` }).click()
    await expect(title(page)).toHaveText('End all access?')
    await page.getByLabel(`Type the address, ${email}`).fill(email)
    await page.getByRole('button', { name: 'End all access' }).click()
    await expect(done(page)).toContainText('All access has ended')
    await expect(row).toHaveCount(0)
    await open(their, deskRoutes.home)
    await expect(title(their)).toHaveText('The desk')
    await theirs.close()
    await add('Support')
  })

  test('a release is rolled out to a share, and withdrawn once its version is typed', async ({ page }) => {
    await open(page, deskRoutes.releases)
    const row = page.getByRole('table', { name: 'Releases' }).getByRole('row').nth(1)
    const link = row.getByRole('link')
    const version = (await link.textContent()) ?? ''
    await link.click()
    const rollout = actForm(page, 'Roll out')
    await rollout.locator('summary').click()
    await rollout.getByLabel('Percent').fill('25')
    await rollout.getByRole('button').click()
    await expect(done(page)).toContainText('Every process offers it so within half a minute.')
    await expect(page.getByLabel('Facts and acts')).toContainText('To 25%')
    const withdraw = actForm(page, 'Withdraw')
    await withdraw.locator('summary').click()
    await withdraw.getByRole('button').click()
    await expect(title(page)).toHaveText(`Withdraw ${version}?`)
    await page.getByLabel(`Type the version, ${version}`).fill(version)
    await page.getByRole('button', { name: 'Withdraw it' }).click()
    await expect(done(page)).toContainText('nobody is offered it any more')
    await expect(page.getByText('Roll out: it’s withdrawn')).toBeVisible()
    await open(page, deskRoutes.releases)
    await expect(row).toContainText('Nobody, withdrawn')
  })
})

test('whoever acts second is told so, and nothing is done', async ({ page, context }) => {
  const other = await context.newPage()
  for (const each of [page, other]) await open(each, deskRoutes.order(unpaid.order.number))
  for (const each of [page, other]) {
    const form = actForm(each, 'Correct the buyer')
    await form.locator('summary').click()
    await form.getByLabel('Purchase order').fill(each === page ? 'PO-1' : 'PO-2')
    await form.getByRole('button').click()
  }
  await expect(done(page)).toBeFocused()
  await expect(other.getByRole('alert')).toContainText('You changed it meanwhile.')
  await open(page, deskRoutes.order(unpaid.order.number))
  await expect(page.getByLabel('Buyer and acts')).toContainText('PO-1')
  await expect(page.locator('#history + .Track')).toContainText('corrected the buyer')
})

test('a licence is changed, and revoked once the end of its key is typed', async ({ page }) => {
  await open(page, deskRoutes.licences)
  await page.locator('[data-row]').first().click()
  const seats = actForm(page, 'Machines:')
  await seats.locator('summary').click()
  await seats.getByLabel('Machines').fill('7')
  await seats.getByLabel('Why').fill('Asked by phone')
  await seats.getByRole('button').click()
  await expect(done(page)).toContainText('The number of machines has changed.')
  await expect(page.locator('.DeskHead-sum')).toContainText('of 7')
  await expect(page.locator('.Track')).toContainText('Asked by phone')
  const end = actForm(page, 'Revoke for good')
  await end.locator('summary').click()
  await end.getByRole('button').click()
  const button = page.getByRole('button', { name: 'Revoke the key' })
  await expect(button).toBeDisabled()
  const tail = /ending (\w+)\?/.exec((await title(page).textContent()) ?? '')?.[1] ?? ''
  await page.getByLabel(`Type the end of the key, ${tail}`).fill(tail)
  await button.click()
  await expect(page.locator('.DeskHead .Tag')).toHaveText('Revoked')
})

test('keys search, walk lists, open rooms and can be turned off', async ({ page }) => {
  await open(page, deskRoutes.home)
  await hydrated(page)
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await expect(title(page)).toHaveText('Orders')
  await hydrated(page)
  const rows = page.locator('[data-row]')
  await page.keyboard.press('j')
  await expect(rows.first()).toBeFocused()
  await page.keyboard.press('j')
  await expect(rows.nth(1)).toBeFocused()
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Buyer and acts')).toBeVisible()
  await hydrated(page)
  await page.keyboard.press('w')
  await expect(page.getByRole('textbox', { name: 'Note', exact: true })).toBeFocused()
  await page.keyboard.type('j/?')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('textbox', { name: 'Note', exact: true })).toHaveValue('j/?')
  await expect(page.getByRole('textbox', { name: 'Note', exact: true })).toBeFocused()

  await open(page, deskRoutes.order(paid.order.number))
  await hydrated(page)
  await page.keyboard.press('d')
  await expect(page.locator('#documents')).toBeFocused()
  await page.keyboard.press('h')
  await expect(page.locator('#history')).toBeFocused()
  const refund = actForm(page, 'Refund')
  await refund.locator('summary').click()
  const tick = refund.getByRole('checkbox').first()
  await page.keyboard.press('j')
  await expect(tick).toBeFocused()
  await page.keyboard.press('x')
  await expect(tick).toBeChecked()
  await page.keyboard.press('x')
  await expect(tick).not.toBeChecked()

  const { width = 0, height = 0 } = page.viewportSize() ?? {}
  await page.setViewportSize({ width: 360, height })
  await page.keyboard.press('/')
  await expect(page.locator('.BigSearch input')).toBeFocused()
  await page.setViewportSize({ width, height })

  await open(page, deskRoutes.orders)
  await hydrated(page)
  await page.keyboard.press('f')
  await expect(page.locator('[data-filter]')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.locator('main')).toBeFocused()
  await page.keyboard.press('j')
  await expect(rows.first()).toBeFocused()
  await page.keyboard.press('/')
  await page.keyboard.type('ada')
  await page.keyboard.press('Enter')
  await expect(title(page)).toHaveText('“ada”')
  await expect(page.getByRole('link', { name: unpaid.order.number })).toBeVisible()
  await hydrated(page)
  await page.keyboard.press('j')
  await expect(rows.first()).toBeFocused()
  await page.keyboard.press('?')
  const card = page.getByRole('dialog', { name: 'Keys' })
  await expect(card.getByRole('button', { name: 'Close' })).toBeFocused()
  await card.getByRole('switch', { name: 'Single keys' }).click()
  await page.keyboard.press('Escape')
  await expect(card).toBeHidden()
  await expect(rows.first()).toBeFocused()
  await page.reload()
  await hydrated(page)
  await page.keyboard.press('?')
  await page.keyboard.press('j')
  await expect(card).toBeHidden()
  await expect(rows.first()).not.toBeFocused()
})

test('support sees its rooms alone, and is told whose the others are', async ({
  page,
  browser,
  problems,
}) => {
  await page.context().clearCookies()
  await page.context().addCookies(await shop.signIn(browser, 'robin@example.com'))
  await open(page, deskRoutes.home)
  await expect(page.locator('.DeskRail-nav').getByRole('link', { name: 'Audit' })).toHaveCount(0)
  const refused = await open(page, deskRoutes.audit)
  expect(refused?.status()).toBe(403)
  await expect(title(page)).toHaveText('The audit isn’t on your desk')
  problems.expect(403)
  await open(page, deskRoutes.order(paid.order.number))
  await expect(page.getByText('Refund: the owner does this.')).toBeVisible()
  await open(page, deskRoutes.home)
  await expect(page.getByRole('figure')).toHaveCount(1)
  expect(await page.locator('main').textContent()).not.toContain('$')
})

test('a message is read as text, answered by mail with a help article that a search keeps the answer beside, and can wait again', async ({
  page,
  request,
}) => {
  const form = { name: 'Ada', email: 'ada@example.com', topic: 'other', message: 'Is <b>this</b> read?' }
  await request.post(shop.url + apiRoutes.contact, { form })
  await open(page, deskRoutes.messages)
  await expect(page.locator('blockquote')).toContainText('<b>this</b>')
  await hydrated(page)
  const answer = page.getByRole('textbox', { name: 'What you write' })
  await answer.fill('It is, as it stands.')
  await page.getByLabel('Find a help article').fill('lost key')
  await page.getByRole('button', { name: 'Find' }).click()
  await page.getByRole('button', { name: 'Put in' }).first().click()
  await expect(page.getByText('These pages go along')).toBeVisible()
  await expect(page).toHaveURL(/help=lost/)
  await expect(answer).toHaveValue('It is, as it stands.')
  await page.getByRole('button', { name: 'Send the answer' }).click()
  await expect(done(page)).toContainText('Your answer is on its way')
  await expect(page.locator('.Answer-sent')).toContainText('It is, as it stands.')
  const mail = () => shop.mailTo('ada@example.com', /^Your message C-/)
  await expect.poll(mail).toContain('> Is <b>this</b> read?')
  expect(await mail()).toContain(`${shop.url}/help/`)
  await page.getByRole('button', { name: 'It isn’t answered' }).click()
  await expect(done(page)).toContainText('It waits for an answer again.')
  await page.getByRole('button', { name: 'It’s answered' }).click()
  await expect(done(page)).toContainText('Nothing was sent.')
})

test('every room fits its width and has nothing for axe to find, light and dark', async ({
  page,
  problems,
}) => {
  test.slow()
  await makeQuote(page)
  await open(page, '/desk/nothing')
  await expect(title(page)).toHaveText('There is nothing here')
  problems.expect(404)
  await placeOrder(page.request, 'invoice', shop.url, { email: `${'e'.repeat(64)}@example.com` })
  await page.request.get(
    shop.url + helpRoutes.found('zither quodlibet marimba xylophone glockenspiel theremin'),
  )
  const rooms = await findRooms(page.request, shop, paid.order)
  const name = 'n'.repeat(99)
  await makeManyQuotes(page, name)
  const message = await writeMessage(page, name)
  for (const path of [...rooms, message, deskRoutes.search('ada'), deskRoutes.search(name)]) {
    await open(page, path)
    await expectAccessible(page, path)
  }
  await expect(page.getByRole('link', { name: /^All quotes/ })).toBeVisible()
  // Every page has the same frame, and a room's marks its own link.
  await open(page, deskRoutes.orders)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      expect([width, colorScheme, await violationsIn(page)]).toEqual([width, colorScheme, []])
    }
  }
  await open(page, deskPages.trends)
  expect(await page.evaluate(brokenWords)).toEqual([])
})

test('text of twice the size keeps the way to other rooms, and a customer’s address, in a phone’s window', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 800 })
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  for (const path of [deskRoutes.orders, deskRoutes.customer('ada@example.com')]) {
    await open(page, path)
    await expect(page.getByRole('button', { name: 'Rooms' })).toBeInViewport({ ratio: 1 })
    const surplus = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect([path, surplus]).toEqual([path, 0])
  }
})

/** @param word of its sender's name, and of its text @returns its page */
async function writeMessage(page: Page, word: string): Promise<string> {
  const form = { name: word, email: 'ada@example.com', topic: 'other', message: word.repeat(9) }
  await page.request.post(shop.url + apiRoutes.contact, { form })
  await open(page, deskRoutes.messages)
  return (await page.locator('[data-row]').first().getAttribute('href')) ?? ''
}

/** More messages than a search shows. */
async function makeManyQuotes(page: Page, name: string): Promise<void> {
  const customer = { name, email: 'ada@example.com', country: 'AU' }
  const data = { items: [{ sku: 'solo', qty: 1 }], customer }
  for (let count = 0; count <= 20; count++) {
    const made = await page.request.post(shop.url + deskApiRoutes.quotes, {
      data,
      headers: { Origin: shop.url },
    })
    expect(made.status()).toBe(201)
  }
}

async function makeQuote(page: Page): Promise<void> {
  await open(page, deskRoutes.newQuote)
  await page.getByLabel('Solo').fill('2')
  await page.getByLabel('Name', { exact: true }).fill('Ada Byron')
  await page.getByLabel('E-mail').fill('ada@example.com')
  await page.getByRole('button', { name: 'Make the quote' }).click()
  await expect(done(page)).toContainText('The quote is made')
}

test('after the session had ended, what was typed before a final act comes back, and who answers a message, and no file', async ({
  page,
  context,
  request,
}) => {
  const lost = async (press: () => Promise<void>, address: string) => {
    await context.clearCookies()
    await press()
    await expect(page.getByText('What you typed is kept in this tab.')).toBeVisible()
    await context.addCookies(cookie)
    await open(page, address)
  }
  const order = deskRoutes.order(paid.order.number)
  await open(page, order)
  const refund = actForm(page, 'Refund')
  await refund.locator('summary').click()
  await refund.getByLabel('Or a sum').fill('12.34')
  await refund.getByLabel('Why').fill('It came late, and the play was over')
  await refund.getByRole('button').click()
  await page.getByLabel(`Type the order’s number, ${paid.order.number}`).fill(paid.order.number)
  await lost(() => page.getByRole('button', { name: 'Refund' }).click(), order)
  await expect(refund.getByLabel('Why')).toHaveValue('It came late, and the play was over')
  await expect(refund.getByLabel('Or a sum')).toHaveValue('12.34')

  const form = { name: 'Grace', email: 'grace@example.com', topic: 'other', message: 'A third one.' }
  await request.post(shop.url + apiRoutes.contact, { form })
  await open(page, deskRoutes.messages)
  await page.getByLabel('Who answers it').selectOption('robin@example.com')
  await lost(() => page.getByRole('button', { name: 'Write it down' }).click(), deskRoutes.messages)
  await expect(page.getByLabel('Who answers it')).toHaveValue('robin@example.com')
  await page.getByRole('button', { name: 'Write it down' }).click()
  await expect(done(page)).toBeVisible()

  await open(page, deskRoutes.imports)
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'old.csv', mimeType: 'text/csv', buffer: Buffer.from('Who') })
  await context.clearCookies()
  await page.getByRole('button', { name: 'Read the file' }).click()
  await expect(page.getByText('Your session had ended, so nothing was done.')).toBeVisible()
  await expect(page.getByText('What you typed is kept in this tab.')).toBeHidden()
})

test('a form whose answer was lost has its words again, and counts once however it is sent', async ({
  page,
  problems,
}) => {
  problems.allow('ERR_CONNECTION_RESET')
  await open(page, deskRoutes.order(paid.order.number))
  const form = actForm(page, 'Write a note')
  const note = form.getByRole('textbox')
  const lose = async (words: string) => {
    await form.locator('summary').click()
    await note.fill(words)
    await page.route('**/note', losing, { times: 1 })
    await form.getByRole('button').click()
    await page.waitForURL('chrome-error://**')
    await page.goBack()
    await expect(note).toHaveValue(words)
  }
  await lose('The line broke here')
  await form.getByRole('button').click()
  await expect(done(page)).toContainText('The note is kept.')
  await expect(page.locator('.Track').getByText('The line broke here')).toHaveCount(1)

  await lose('It broke once more')
  await note.fill('These are other words')
  await form.getByRole('button').click()
  await expect(page.getByRole('alert')).toContainText('What was sent first counts.')
  problems.expect(422)
  await form.getByRole('button').click()
  await expect(done(page)).toContainText('The note is kept.')

  // Nothing is sent without a press.
  const press = (sent: Element) =>
    sent.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
  const isSent = [await form.locator('form').evaluate(press), await form.locator('form').evaluate(press)]
  expect(isSent).toEqual([true, false])
})

test('a lost answer about one machine leaves the forms of the others alone', async ({ page, problems }) => {
  problems.allow('ERR_CONNECTION_RESET')
  const headers = { origin: shop.url }
  const data = { sku: 'studio', name: 'Ada', email: 'ada@example.com', reason: 'A gift' }
  const issued = await page.request.post(shop.url + deskApiRoutes.licences, { data, headers })
  const { licence, key: licenceKey } = await issued.json()
  for (const name of ['First', 'Second']) {
    const data = { licenceKey, machine: { id: `machine-${name}`, name } }
    const taken = await page.request.post(shop.url + apiRoutes.activation, { data })
    expect(taken.status()).toBe(201)
  }
  await open(page, deskRoutes.licence(licence.id))
  await page.route('**/release', losing, { times: 1 })
  await page.getByRole('button', { name: 'Release Second' }).click()
  await page.waitForURL('chrome-error://**')
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Release Second' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Release First' }).click()
  await expect(done(page)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Release/ })).toHaveCount(0)
})

/** The server processes the form, but its answer is lost. */
async function losing(route: Route): Promise<void> {
  const headers = { ...(await route.request().allHeaders()), origin: shop.url }
  const answer = await route.fetch({ headers, maxRedirects: 0 })
  expect(answer.status()).toBe(303)
  await route.abort('connectionreset')
}

// It ends the session of the other tests.
test('a correction whose session had ended stands in its form again after the sign-in in the same tab', async ({
  page,
  context,
}) => {
  const address = deskRoutes.order(paid.order.number)
  await open(page, address)
  const form = actForm(page, 'Correct the buyer')
  await form.locator('summary').click()
  const [company, country] = [form.getByLabel('Company', { exact: true }), form.getByLabel(/^Country/)]
  const long = 'Analytical Engines, '.repeat(9).trim()
  await company.fill(long)
  await country.selectOption('NZ')
  await context.clearCookies()
  await form.getByRole('button').click()
  await expect(page.getByText('What you typed is kept in this tab.')).toBeVisible()
  await shop.signInHere(page, 'alex@example.com')
  await expect(page).toHaveURL(shop.url + address)
  await expect(company).toBeVisible()
  await expect(company).toHaveValue(long)
  await expect(country).toHaveValue('NZ')
  await page.reload()
  await expect(company).not.toHaveValue(long)
})
