import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { APIRequestContext, Page } from '@playwright/test'
import PostalMime from 'postal-mime'
import { apiRoutes } from '#shared/api-routes.ts'
import { routes } from '#shared/routes.ts'
import { placeOrder } from './place-order.ts'
import { type ShopSite, startShop } from './shop-site.ts'
import { expect, hydrated, test } from './test.ts'

let shop: ShopSite
test.beforeAll(async () => {
  shop = await startShop()
})
test.afterAll(() => shop.close())

test.describe.configure({ mode: 'serial' })

const ada = 'ada@example.com'
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const notice = (page: Page) => page.getByRole('status').filter({ hasText: /\S/ }).and(page.locator('.Notice'))

/** Links from matching mails, oldest first. */
async function linksTo(address: string, subject: RegExp): Promise<string[]> {
  const dir = join(shop.dataDir, 'mail')
  const files = readdirSync(dir).filter((name) => name.endsWith('.eml'))
  const mails = await Promise.all(files.map((name) => PostalMime.parse(readFileSync(join(dir, name)))))
  return mails
    .filter(({ to, subject: about = '' }) => to?.[0]?.address === address && subject.test(about))
    .toSorted((a, b) => String(a.date).localeCompare(String(b.date)))
    .map(({ text = '' }) => /https?:\S+[?&]token=\S+/.exec(text)?.[0] ?? '')
}

async function nextLink(address: string, subject: RegExp, before: number): Promise<string> {
  await expect
    .poll(async () => (await linksTo(address, subject).catch(() => [])).length)
    .toBeGreaterThan(before)
  return (await linksTo(address, subject)).at(-1) ?? ''
}

const linkSubject = /^Your link to your licences$/

/** Signs in by the mailed link. */
async function signIn(page: Page, { address = ada, script = true } = {}): Promise<void> {
  const before = (await linksTo(address, linkSubject).catch(() => [])).length
  await page.goto(shop.url + routes.licences)
  if (script) await hydrated(page)
  await page.getByRole('textbox', { name: 'Email' }).fill(address)
  const box = page.frameLocator('iframe').getByRole('checkbox', { name: 'I’m not a robot' })
  if (script) await box.check()
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(heading(page)).toHaveText('Look in your mail.')
  await page.goto(await nextLink(address, linkSubject, before))
  await page.getByRole('button', { name: 'Open your licences' }).click()
  await expect(heading(page)).toHaveText('Your licences')
}

async function buy(request: APIRequestContext, method: 'card' | 'invoice' = 'card') {
  const placed = await placeOrder(request, method, shop.url)
  if (method === 'card') await request.post(shop.stripe.sessionOf(placed.order.id).url)
  return placed
}

async function turnOn(request: APIRequestContext, licenceKey: string, id: string) {
  const machine = { id, name: id, os: 'Windows 11' }
  const answer = await request.post(shop.url + apiRoutes.activation, {
    data: { licenceKey, machine, appVersion: '1.0.0' },
  })
  expect(answer.ok()).toBe(true)
}

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

/** Returns how many pixels the page is too wide. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - window.innerWidth))
}

const card = (page: Page, index = 0) => page.locator('section.Licence').nth(index)
const keyOf = async (page: Page, index = 0) => {
  await card(page, index)
    .getByRole('button', { name: /Show the key/ })
    .click()
  return (await card(page, index).locator('.KeyLine code').textContent()) ?? ''
}

test('a link from the mail leads to everything, and leaves no token behind', async ({ page, request }) => {
  await buy(request)
  await signIn(page)
  await hydrated(page)
  expect(page.url()).toBe(shop.url + routes.licences)
  await expect(card(page).locator('.KeyLine code')).toHaveText(/^\w{4}-[•-]+-\w{4}$/)
  expect(await keyOf(page)).toMatch(/^[A-Z0-9]{4}(-[A-Z0-9]{4})+$/)
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Licences', 'Orders', 'What we hold'])
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations).toEqual([])
  for (const width of [320, 360, 768]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
})

test('a mail program that opens the link spends nothing, and the address loses its token', async ({
  page,
  request,
  problems,
}) => {
  const before = (await linksTo(ada, linkSubject)).length
  await request.post(shop.url + routes.licences, { form: { email: ada } })
  const link = await nextLink(ada, linkSubject, before)
  for (let visit = 0; visit < 3; visit++) expect((await request.get(link)).status()).toBe(200)
  await page.goto(link)
  await hydrated(page)
  await expect(page).toHaveURL(shop.url + routes.licencesOpen)
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Open your licences' }).press('Enter')
  await expect(heading(page)).toHaveText('Your licences')

  await page.goto(link)
  await page.getByRole('button', { name: 'Open your licences' }).click()
  await expect(heading(page)).toHaveText('This link is spent.')
  await expect(page.getByRole('button', { name: 'Send me a new link' })).toBeVisible()
  for (const problem of problems.splice(0)) expect(problem).toContain('410')
})

test('a machine is deactivated', async ({ page, request }) => {
  await signIn(page)
  await hydrated(page)
  await turnOn(request, await keyOf(page), 'talent-mini')
  await page.reload()
  await card(page).getByRole('link', { name: 'Deactivate talent-mini' }).click()
  await expect(heading(page)).toHaveText('Deactivate a machine')
  await page.getByRole('button', { name: 'Deactivate it' }).click()
  await expect(notice(page)).toContainText('The machine is deactivated.')
  await expect(card(page)).toContainText('None. Every seat is free.')
})

test('a key is replaced, once a day', async ({ page, problems }) => {
  await signIn(page)
  await hydrated(page)
  const old = await keyOf(page)
  const replace = async () => {
    await card(page).getByRole('link', { name: 'Replace the key' }).click()
    await page.getByRole('button', { name: 'Replace the key' }).click()
  }
  await replace()
  await expect(notice(page)).toContainText('The key is replaced.')
  const shown = await page.locator('.KeyLine--new code').textContent()
  expect(shown).not.toBe(old)
  await page.goto(shop.url + routes.licences)
  await replace()
  await expect(page.getByRole('alert')).toContainText('This key was replaced today.')
  for (const problem of problems.splice(0)) expect(problem).toContain('429')
})

test('the buyer of an invoice is corrected, and what is wrong is said by its field', async ({
  page,
  problems,
}) => {
  await signIn(page)
  await page.getByRole('link', { name: 'Correct the buyer on the invoice' }).first().click()
  await hydrated(page)
  const abn = page.getByRole('textbox', { name: 'ABN' })
  await abn.fill('00 000 000 001')
  await page.getByRole('button', { name: 'Make the corrected invoice' }).click()
  await expect(abn).toHaveAccessibleDescription(/No ABN has these digits/)
  await hydrated(page)
  await abn.fill('51 824 753 556')
  await page.getByRole('textbox', { name: 'Company' }).fill('Harbour Street Studio')
  await page.getByRole('button', { name: 'Make the corrected invoice' }).click()
  await expect(notice(page)).toContainText('INV-000002 replaces INV-000001.')
  await expect(page.getByText('replaced by INV-000002')).toBeVisible()
  const revision = page.getByRole('region', { name: 'Tax invoice INV-000002' })
  await expect(revision).toContainText('becomes Harbour Street Studio, Ada Byron')
  await page.locator('.Order-no a').first().click()
  await expect(page.getByRole('article', { name: 'Tax invoice' }).first()).toContainText(
    'Replaced by INV-000002.',
  )
  for (const problem of problems.splice(0)) expect(problem).toContain('422')
})

test('a licence is moved to another address, and taken back', async ({ page }) => {
  const grace = 'grace@example.com'
  await signIn(page)
  await card(page).getByRole('link', { name: 'Move it' }).click()
  await page.getByRole('textbox', { name: 'New email address' }).fill(grace)
  await page.getByRole('button', { name: 'Start the move' }).click()
  await expect(notice(page)).toContainText('The move has begun.')
  await expect(page.getByRole('listitem').filter({ hasText: 'The new address accepts' })).toHaveAttribute(
    'aria-current',
    'step',
  )
  await page.goto(await nextLink(grace, /offers you/, 0))
  await page.getByRole('button', { name: 'Accept the licence' }).click()
  await expect(heading(page)).toHaveText('You’ve accepted.')
  await page.goto(await nextLink(ada, /^Confirm the move/, 0))
  await page.getByRole('button', { name: 'Confirm the move' }).click()
  await expect(heading(page)).toHaveText('It’s moved.')
  await page.goto(shop.url + routes.licences)
  await expect(page.locator('section.Licence')).toHaveCount(1)
  await page.goto(await nextLink(ada, /^Moved to/, 0))
  await page.getByRole('button', { name: 'Take it back' }).click()
  await expect(heading(page)).toHaveText('It’s yours again.')
})

test('an order that waits is paid by card, and another is cancelled', async ({ page, request }) => {
  const paid = await buy(request, 'invoice')
  await signIn(page)
  await page.getByRole('link', { name: 'Pay by card instead' }).click()
  await page.getByRole('button', { name: 'Go on to pay by card' }).click()
  await page.getByRole('link', { name: 'Open the payment page' }).click()
  await page.getByRole('button', { name: 'Pay' }).click()
  await expect(page.locator('.PageHeader-past')).toContainText(paid.order.number)
  // The provider is asked once in three seconds, so the page may have to ask again.
  await expect(heading(page)).toHaveText('Thank you. It’s done.')
  await expect(page.getByText('by card').first()).toBeVisible()

  await buy(request, 'invoice')
  await page.goto(shop.url + routes.licences)
  await page.getByRole('link', { name: 'Cancel the order' }).click()
  await page.getByRole('button', { name: 'Cancel the order' }).click()
  await expect(notice(page)).toContainText('is cancelled')
})

test('an act is reached and done by keyboard, and its page and result fit a narrow window', async ({
  page,
  request,
}) => {
  await buy(request)
  await buy(request, 'invoice')
  await signIn(page)
  await hydrated(page)
  await turnOn(request, await keyOf(page), 'voice-booth')
  await page.reload()
  await page.setViewportSize({ width: 360, height: 800 })
  const acts = [
    [/^Deactivate voice-booth/, 'Deactivate it', 'The machine is deactivated.'],
    [/^Replace the key/, 'Replace the key', 'The key is replaced.'],
    [/^Correct the buyer/, 'Make the corrected invoice', 'Nothing has changed.'],
    [/^Cancel the order/, 'Cancel the order', 'is cancelled'],
    [/^Ask us to erase it/, 'Ask for it to be erased', 'We have your request.'],
  ] as const
  for (const [link, button, result] of acts) {
    await page.goto(shop.url + routes.licences)
    await hydrated(page)
    await page.getByRole('link', { name: link }).first().press('Enter')
    await expect(page.locator('form.Act')).toBeVisible()
    await hydrated(page)
    await expect(heading(page)).toBeFocused()
    const found = await new AxeBuilder({ page }).analyze()
    expect(found.violations).toEqual([])
    const stops = await tabStops(page)
    expect(stops.at(-1)).toBe('Leave it as it is')
    expect(stops.at(-2)).toBe(button)
    expect(await overflow(page)).toBe(0)
    await page.getByRole('button', { name: button }).press('Enter')
    await expect(notice(page)).toContainText(result)
    await expect(notice(page)).toBeFocused()
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    expect(await overflow(page)).toBe(0)
  }
})

test('everything is downloaded, erasure is asked for, and signing out ends it', async ({ page }) => {
  await signIn(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download everything, .zip' }).click()
  expect((await downloading).suggestedFilename()).toMatch(/^your-licences-\d{4}-\d\d-\d\d\.zip$/)
  await page.getByRole('link', { name: 'Ask us to erase it' }).click()
  await page.getByRole('button', { name: 'Ask for it to be erased' }).click()
  await expect(notice(page)).toContainText('We have your request.')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('button', { name: 'Send me a link' })).toBeVisible()
  await page.goBack()
  await expect(page.locator('section.Licence')).toHaveCount(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('every act works by plain forms', async ({ page, request }) => {
    await buy(request)
    const waiting = await buy(request, 'invoice')
    await signIn(page, { script: false })
    const press = (name: string) => page.getByRole('button', { name }).click()
    const follow = (name: string | RegExp) => page.getByRole('link', { name }).first().click()
    const said = page.locator('.Notice--ok')

    await card(page).locator('summary').click()
    const key = (await card(page).locator('details code').last().textContent()) ?? ''
    await turnOn(request, key, 'rehearsal-room')
    await page.reload()
    await follow(/^Deactivate rehearsal-room/)
    await press('Deactivate it')
    await expect(said).toContainText('The machine is deactivated.')

    await card(page).getByRole('link', { name: 'Replace the key' }).click()
    await press('Replace the key')
    await expect(said).toContainText('The key is replaced.')

    await follow('Correct the buyer on the invoice')
    await press('Make the corrected invoice')
    await expect(said).toContainText('Nothing has changed.')
    await follow('Correct the buyer on the invoice')
    await page.getByRole('textbox', { name: 'Company' }).fill('Plain Forms Studio')
    await press('Make the corrected invoice')
    await expect(said).toContainText(/INV-\d+ replaces INV-\d+\./)

    await card(page).getByRole('link', { name: 'Move it' }).click()
    await page.getByRole('textbox', { name: 'New email address' }).fill('plain@example.com')
    await press('Start the move')
    await expect(said).toContainText('The move has begun.')

    await follow('Pay by card instead')
    await press('Go on to pay by card')
    await expect(page.getByRole('link', { name: 'Open the payment page' })).toBeVisible()
    await follow('Leave it as it is')
    await follow('Cancel the order')
    await press('Cancel the order')
    await expect(said).toContainText(`Order ${waiting.order.number} is cancelled`)

    await follow('Ask us to erase it')
    await press('Ask for it to be erased')
    await expect(said).toContainText('We have your request.')

    await press('Sign out')
    await expect(page.getByRole('button', { name: 'Send me a link' })).toBeVisible()
  })
})
