import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import { runAdmin } from '#server/testing/support/admin.ts'
import { addMonths, dayIn, formatDate } from '#shared/calendar/calendar.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { card as customerCard, customerOf } from './customer.ts'
import { test } from './shop-page.ts'
import type { ShopSite } from './shop-site.ts'
import { expect, hydrated } from './test.ts'

const ended = '2026-09-20T13:59:59.999Z'

/** The licence's updates have ended. */
async function issue(shop: ShopSite, until = ended): Promise<string> {
  const person = ['--sku', 'solo', '--name', 'Ada', '--email', 'ada@example.com', '--reason', 'A prize']
  const { stdout } = await runAdmin({ DATA_DIR: shop.dataDir }, 'licences', 'issue', ...person, '--json')
  const { id, key } = JSON.parse(stdout)
  const database = new DatabaseSync(join(shop.dataDir, 'site.db'), { timeout: 5000 })
  database.prepare('update licences set updates_until = ? where id = ?').run(until, id)
  database.close()
  return key
}

/** Uses the date of the last order's payment, because midnight may fall between a test's steps. */
function yearAfterPayment(shop: ShopSite): string {
  const database = new DatabaseSync(join(shop.dataDir, 'site.db'), { readOnly: true, timeout: 5000 })
  const paid = database.prepare('select max(paid_at) as at from orders').get()
  database.close()
  return formatDate(addMonths(dayIn('Australia/Sydney', String(paid?.at)), 12))
}

async function open(page: Page, hash = '') {
  await page.goto(routes.renew + hash)
  await hydrated(page)
}

async function fill(page: Page) {
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ada Byron')
  await page.getByRole('textbox', { name: /^Email/ }).fill('ada@example.com')
  await page.getByRole('checkbox', { name: /^I accept/ }).check()
  const check = page.getByRole('group', { name: 'Human verification' })
  await check.frameLocator('iframe').getByRole('checkbox').check()
}

/** Reads a signed file without checking its signature. */
function signedContent(file: string) {
  const read = (base64: string) => JSON.parse(Buffer.from(base64, 'base64').toString())
  return read(read(file.replace(/-----[^-]+-----/g, '')).enc)
}

const card = (page: Page) => page.getByRole('region', { name: 'Solo', exact: true })

test('from the activation page to a renewal by card, and the app’s next question', async ({ page, shop }) => {
  test.slow()
  const key = await issue(shop)
  const machine = { id: 'machine-1', name: 'Desk' }
  const ask = async (appVersion: string) => {
    const data = { licenceKey: key, machineId: machine.id, appVersion }
    return (await page.request.post(apiRoutes.validation, { data })).json()
  }
  const seat = { licenceKey: key, machine, appVersion: '2.2.1' }
  await page.request.post(apiRoutes.activation, { data: seat })
  expect(await ask('2.3.0')).toMatchObject({ valid: false, code: 'version_not_covered' })

  await page.goto(routes.activation)
  await hydrated(page)
  await page.getByRole('textbox', { name: 'Licence key' }).fill(key)
  await page.getByRole('button', { name: 'Only look up the key' }).click()
  await expect(card(page)).toContainText('Runs for good. Updates ended 20 September 2026')
  await page.getByRole('link', { name: /^Renew for A\$39/ }).click()

  await expect(card(page)).toContainText('Not covered2.3, released 14 November 2026')
  await expect(page).toHaveURL(routes.renew)
  await expect(page.getByRole('radio', { name: /^One year from today/ })).toBeChecked()
  await fill(page)
  await page.getByRole('button', { name: 'Pay A$39.00' }).click()
  await page.waitForURL(`${shop.stripe.url}/pay/**`)
  await page.getByRole('button', { name: 'Pay' }).click()
  await page.waitForURL(`${shop.url}${routes.completed}**`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thank you. It’s done.')
  // The heading is in the HTML, but the page deletes the renewal only after loading.
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('renewal'))).toBeNull()
  const nextYear = yearAfterPayment(shop)
  const now = page.getByRole('region', { name: 'Your licence now' })
  await expect(now).toContainText(`Updates until${nextYear}`)
  await expect(page.getByText(key)).toHaveCount(0)

  // The application's next request.
  const answer = await ask('2.3.0')
  expect(answer).toMatchObject({ valid: true, code: 'valid' })
  expect(formatDate(dayIn('Australia/Sydney', signedContent(answer.file).licence.updatesUntil))).toBe(
    nextYear,
  )
})

test('back from the payment page is the same renewal, to be paid as the same order', async ({
  page,
  shop,
}) => {
  await open(page, `#key=${await issue(shop)}`)
  const [studio, years] = [/^Studio/, /^Two years from today/].map((name) =>
    page.getByRole('radio', { name }),
  )
  await studio?.check()
  await years?.check()
  const pay = page.getByRole('button', { name: /^Pay A/ })
  const named = await pay.textContent()
  const orders = new Set<string | null>()
  for (const back of [() => page.getByRole('link', { name: 'Back' }).click(), () => page.goBack()]) {
    await fill(page)
    await pay.click()
    await page.waitForURL(`${shop.stripe.url}/pay/**`)
    orders.add([...shop.stripe.sessions.values()].at(-1)?.client_reference_id ?? null)
    await back()
    await expect(card(page)).toContainText('Runs for good. Updates ended 20 September 2026')
    expect(page.url()).toBe(shop.url + routes.renew)
    await expect(studio ?? pay).toBeChecked()
    await expect(years ?? pay).toBeChecked()
    await expect(page.getByRole('textbox', { name: 'Your name' })).toHaveValue('Ada Byron')
    await expect(page.getByRole('checkbox', { name: /^I accept/ })).toBeChecked()
    await expect(pay).toHaveText(String(named))
  }
  expect(orders.size).toBe(1)
})

test('the same renewal again, once its payment went through elsewhere, is another order', async ({
  page,
  shop,
}) => {
  await open(page, `#key=${await issue(shop)}`)
  const year = page.getByRole('radio', { name: /^One year from today/ })
  const pay = page.getByRole('button', { name: /^Pay A/ })
  const sessions = () => [...shop.stripe.sessions.values()]
  const order = async () => {
    await year.check()
    await fill(page)
    await pay.click()
    await page.waitForURL(`${shop.stripe.url}/pay/**`)
  }
  await order()
  const first = sessions().at(-1)
  if (first) shop.stripe.pay(first)
  await page.goBack()
  await order()
  expect(sessions().at(-1)?.client_reference_id).not.toBe(first?.client_reference_id)
})

test('a left renewal gives way to another licence, even by an unescaped key, and is forgotten if that is refused', async ({
  page,
  problems,
  shop,
}) => {
  await open(page, `#key=${await issue(shop)}`)
  await fill(page)
  await page.getByRole('button', { name: /^Pay A/ }).click()
  await page.waitForURL(`${shop.stripe.url}/pay/**`)
  await open(page)
  await expect(card(page)).toBeVisible()
  // Some applications add other systems' keys without encoding them.
  const old = 'AbC+dEf/12&3%#==zz'
  const asked = page.waitForRequest(`**${apiRoutes.licenceQuote}`)
  await open(page, `#key=${old}`)
  expect((await asked).postDataJSON()).toMatchObject({ licence: { key: old } })
  expect(page.url()).toBe(shop.url + routes.renew)
  problems.expect(422)
  await expect(page.getByRole('alert')).toBeVisible()
  await open(page)
  await expect(page.getByRole('heading', { name: 'Which licence?' })).toBeVisible()
})

test('who renews from Your licences is known, and taxed by their own country', async ({
  page,
  request,
  shop,
}) => {
  const email = 'grete@example.com'
  const company = { companyName: 'Quokka GmbH', country: 'DE', vatId: 'DE129273398' }
  const customer = customerOf(shop)
  await customer.buy(request, 'card', { name: 'Grete Hermann', email, ...company })
  await customer.signIn(page, email)
  await customerCard(page).getByRole('link', { name: /Renew/ }).click()
  await expect(page.getByRole('radio', { name: /^One more year/ })).toBeVisible()
  const field = (name: string | RegExp) => page.getByRole('textbox', { name })
  await expect(field('Your name')).toHaveValue('Grete Hermann')
  await expect(field(/^Email/)).toHaveValue(email)
  await expect(field(/^Company/)).toHaveValue('Quokka GmbH')
  await expect(field(/^VAT ID/)).toHaveValue('DE129273398')
  await expect(page.getByRole('combobox', { name: 'Country' })).toHaveValue('DE')
  await page.getByRole('radio', { name: /^One more year/ }).check()
  await expect(page.getByText('GST')).toHaveCount(0)

  await page.getByRole('checkbox', { name: /^I accept/ }).check()
  const check = page.getByRole('group', { name: 'Human verification' })
  await check.frameLocator('iframe').getByRole('checkbox').check()
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.waitForURL(`${shop.stripe.url}/pay/**`)
  await page.getByRole('link', { name: 'Back' }).click()
  await expect(page.getByRole('radio', { name: /^One more year/ })).toBeChecked()
  await expect(field(/^Company/)).toHaveValue('Quokka GmbH')
  await expect(field(/^VAT ID/)).toHaveValue('DE129273398')

  // The cart is a different order, possibly for another buyer.
  await page.goto(routes.cart)
  expect(await page.evaluate(() => sessionStorage.getItem('checkoutDraft'))).toBeNull()
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Quokka')
})

test('each choice shows what it costs and makes of the licence, and what is wrong or refused is said by its field', async ({
  page,
  problems,
  shop,
}) => {
  const key = await issue(shop)
  await open(page)
  await page.getByRole('textbox', { name: 'Licence key' }).fill(key)
  await page.getByRole('button', { name: 'Look up the key' }).click()
  await expect(card(page)).toBeFocused()

  const count = page.getByRole('textbox', { name: 'Quantity of extra machines' })
  await count.fill('12')
  await expect(count).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('so one more at most')).toContainText(
    'Enter 1 or fewer, or choose Facility above.',
  )
  const notice = page.getByRole('alert')
  await expect(notice).toContainText('12 extra machines don’t fit on a Solo licence.')
  await expect(page.getByRole('region', { name: 'Totals' })).toContainText('Extra machines –')
  await notice.getByRole('link', { name: 'the number of extra machines' }).press('Enter')
  await expect(count).toBeFocused()
  await expect(page.getByRole('button', { name: 'Pay', exact: true })).toBeDisabled()
  await expect(page.getByRole('region', { name: 'Totals' })).toContainText('Total, AUD–')
  await count.fill('1')
  await expect(page.getByRole('button', { name: 'Pay A$138.00' })).toBeEnabled()
  await expect(notice).toHaveCount(0)

  await count.fill('0')
  await page.getByRole('radio', { name: /^Studio/ }).check()
  await page.getByRole('radio', { name: /^Two years from today/ }).check()
  await page.getByRole('button', { name: 'One more extra machine' }).click()
  const after = page.getByRole('region', { name: 'The licence after this' })
  await expect(after).toContainText('was 1becomes 4')
  await expect(page.getByRole('region', { name: 'Totals' })).toContainText('$467.00')
  await expect(page.getByRole('button', { name: 'Pay A$467.00' })).toBeEnabled()

  await fill(page)
  const refused = {
    pointer: '/change/to',
    code: 'change_not_offered',
    detail: 'Solo can’t become this plan.',
  }
  await page.route(`**${apiRoutes.checkout}`, (route) =>
    route.fulfill({
      status: 422,
      json: { code: refused.code, detail: refused.detail, errors: [refused] },
    }),
  )
  const quoted = page.waitForRequest(`**${apiRoutes.licenceQuote}`)
  await page.getByRole('button', { name: /^Pay/ }).click()
  await quoted
  const plan = page.getByRole('group', { name: 'Plan' })
  await expect(plan).toHaveAccessibleDescription(refused.detail)
  await expect(page.getByRole('alert')).toContainText(refused.detail)
  await page.getByRole('radio', { name: /^Stay on Solo/ }).check()
  await expect(plan).toHaveAccessibleDescription('')
  problems.expect(422)
})

test('a code for renewals is taken off the renewal, and is ordered with it', async ({
  page,
  problems,
  shop,
}) => {
  const admin = (...args: string[]) => runAdmin({ DATA_DIR: shop.dataDir }, 'codes', 'add', ...args)
  await admin('LOYAL20', '--percent', '20', '--for', 'renewal')
  await admin('NEWCREW', '--percent', '20')
  await open(page, `#key=${await issue(shop)}`)
  const totals = page.getByRole('region', { name: 'Totals' })
  const code = page.getByRole('textbox', { name: /code/ })
  const use = page.getByRole('button', { name: 'Use it' })
  await code.fill('newcrew')
  await use.click()
  await expect(code).toHaveAccessibleDescription('NEWCREW takes nothing off what you’ve chosen.')
  await code.fill('loyal20')
  await use.click()
  await expect(totals).toContainText('Code LOYAL20, 20% off')
  await expect(page.getByRole('button', { name: 'Pay A$31.20' })).toBeEnabled()
  await fill(page)
  await page.getByRole('button', { name: 'Pay A$31.20' }).click()
  await page.waitForURL(`${shop.stripe.url}/pay/**`)
  expect([...shop.stripe.sessions.values()].at(-1)).toMatchObject({ amount_total: 3120 })
  problems.expect(422)
})

test('a key is taken out of the address, and what is told of one with a typo and of a reminder’s link that no longer works', async ({
  page,
  problems,
  shop,
}) => {
  const inAddress = await issue(shop, '2099-01-11T12:59:59.999Z')
  await open(page, `#key=${inAddress}`)
  await expect(card(page)).toContainText('On. Updates until 11 January 2099')
  expect(page.url()).toBe(shop.url + routes.renew)
  await page.goBack()
  expect(page.url()).not.toContain(inAddress)

  await open(page)
  const key = page.getByRole('textbox', { name: 'Licence key' })
  await key.fill('PRMT-1')
  await page.getByRole('button', { name: 'Look up the key' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The end is missing' })).toHaveCount(1)
  await page.route(`**${apiRoutes.licenceQuote}`, (route) => route.fulfill({ body: '<html>Log in' }), {
    times: 1,
  })
  await open(page, '#t=mail_1.nothing')
  await expect(page.getByRole('alert')).toContainText('We couldn’t be reached.')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('alert')).toContainText('This link no longer works.')
  await expect(page.getByRole('link', { name: 'Find it in Your licences' })).toHaveAttribute(
    'href',
    routes.licences,
  )
  problems.expect(422, 404)
})

test('the downloads page marks what a key covers, as long as the window', async ({ page, shop }) => {
  const key = await issue(shop)
  await page.goto(routes.downloads)
  await hydrated(page)
  await page.getByRole('textbox', { name: 'Licence key' }).fill(key)
  await page.getByRole('button', { name: 'Mark the versions' }).click()
  await expect(page.getByRole('row', { name: /^2\.3\.0/ }).first()).toContainText('Needs a renewal')
  await expect(page.getByRole('row', { name: /^2\.2\.1/ }).first()).toContainText('Covers it')
  await expect(page.getByRole('status').filter({ hasText: 'This Solo licence covers' })).toBeVisible()
  await page.reload()
  await expect(page.getByText('This Solo licence covers versions up to 2.2.1.')).toBeVisible()
  const inSession = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  expect(inSession).not.toContain(key)
  expect(inSession).not.toContain(key.slice(-5))
  expect(inSession).not.toContain('Ada')
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('the page says whom to write to', async ({ page }) => {
    await page.goto(routes.renew)
    await expect(page.getByText('This page needs JavaScript')).toBeVisible()
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  })
})
