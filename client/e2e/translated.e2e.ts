import type { Page } from '@playwright/test'
import type { Order } from '#shared/orders/orders.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { customerOf } from './customer.ts'
import { openPrompter, script, slider, start } from './prompter-page.ts'
import { field, fillCheckout, heading, notice, openCart, test, tickBox } from './shop-page.ts'
import type { ShopSite } from './shop-site.ts'
import { expect, hydrated } from './test.ts'
import { startTranslator } from './translator.ts'

type Steps = {
  page: Page
  shop: ShopSite
  open(path: string): Promise<void>
  /** Waits for a page that a press on a button loads. */
  arrive(): Promise<void>
  /** Notes what the visitor reads now. */
  read(step: string): Promise<void>
}

/** Browsers that translate a page replace its text nodes, which React then no longer finds. */
function readsAlike(name: string, go: (steps: Steps) => Promise<void>) {
  test(`${name} reads alike under a translator`, async ({ page, context, shop, problems }) => {
    // One context loads the files once for both runs, so what the first one kept is cleared.
    const other = await context.newPage()
    const plain = await readings({ page: other, shop, go, translated: false })
    await other.close()
    await context.setStorageState({ cookies: [], origins: [] })
    const translated = await readings({ page, shop, go, translated: true })
    expect(translated).toEqual(plain)
    expect(await page.locator('font').count()).toBeGreaterThan(20)
    // The journeys include a lost connection and refusals.
    problems.allow('Failed to load resource')
  })
}

type Run = Pick<Steps, 'page' | 'shop'> & { go(steps: Steps): Promise<void>; translated: boolean }

async function readings({ page, shop, go, translated }: Run) {
  const read: Record<string, string> = {}
  async function arrive() {
    await hydrated(page)
    if (translated) await startTranslator(page)
  }
  await go({
    page,
    shop,
    arrive,
    async open(path) {
      await page.goto(path)
      await arrive()
    },
    async read(step) {
      read[step] = withoutOwn(await page.locator('body').innerText())
    },
  })
  return read
}

/** Removes white space, which depends on boxes, and values that differ between runs: times, numbers and mail states. */
function withoutOwn(text: string): string {
  return text
    .replace(/\s+/g, '')
    .replace(/\d+:\d\d/g, '0:00')
    .replace(/(20\d\d|INV)-\d{6}/g, '#')
    .replace(/C-[0-9A-Z]{6}/g, '#')
    .replace(/We’vesentamailto|Amailisonitswayto/g, 'Amailto')
}

const errors = (page: Page) => page.locator('.Field-error')
const verification = (page: Page, state: string) =>
  expect(page.locator(`.Verify[data-state=${state}]`)).toBeVisible()

readsAlike('the cart', async ({ page, open, read }) => {
  await open(routes.shop)
  const add = (name: string) => page.getByRole('button', { name: `Add to cart ${name}` }).click()
  for (const times of ['once', 'twice', 'three times']) {
    await add('Solo')
    await read(`added ${times}`)
  }
  await add('Studio')
  await page.locator('.TopNav-cart').click()
  await expect(heading(page)).toHaveText('Cart')
  await read('the cart')
  const quantity = page.getByRole('textbox', { name: 'Quantity of Solo' })
  for (const count of ['1', '7', '99']) {
    await quantity.fill(count)
    await read(`Solo × ${count}`)
  }
  await page.getByRole('button', { name: 'Remove Solo' }).click()
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible()
  await read('removed')
  await page.getByRole('button', { name: 'Undo' }).click()
  await read('undone')
  await field(page, /^Discount code/).fill('NONE')
  await verification(page, 'ready')
  await page.getByRole('button', { name: 'Use it' }).click()
  await expect(errors(page)).toBeVisible()
  await read('a refused code')
  for (const country of ['DE', 'NZ', 'AU']) {
    await page.getByRole('combobox', { name: 'Country' }).selectOption(country)
    await read(`from ${country}`)
  }
  await page.getByRole('radio', { name: /^Bank transfer/ }).check()
  await read('by transfer')
  await page.locator('.Checkout .Button--wide').first().click()
  await expect(notice(page)).toBeVisible()
  await read('with errors')
  await field(page, 'Your name').fill('Ada')
  await read('one error mended')
  await page.getByRole('button', { name: 'Clear the cart' }).click()
  await read('cleared')
})

readsAlike('the checkout', async ({ page, arrive, read }) => {
  await openCart(page)
  await arrive()
  await page.getByRole('radio', { name: /^Bank transfer/ }).check()
  await fillCheckout(page)
  await verification(page, 'passed')
  await read('filled in')
  const order = page.locator('.Checkout .Button--wide').first()
  const refuse = await holdRefusal(page, `**${apiRoutes.checkout}`, {
    code: 'price_changed',
    total: 50_000,
    currency: 'AUD',
  })
  await order.click()
  await expect(order).toHaveAttribute('aria-busy', 'true')
  await read('placing the order')
  await refuse()
  await expect(notice(page)).toBeVisible()
  await read('refused')
  await tickBox(page).check()
  await verification(page, 'passed')
  await page.context().setOffline(true)
  await expect(page.locator('.Checkout .OfflineNote')).toBeVisible()
  await read('offline')
  await page.context().setOffline(false)
  await expect(page.locator('.Checkout .OfflineNote')).toHaveCount(0)
  await read('online')
  await order.click()
  await expect(heading(page)).toHaveText('Your invoice is here.')
  await arrive()
  await read('ordered')
  await page.getByRole('button', { name: 'Send the mail again' }).click()
  await expect(page.locator('.ResendMail').getByRole('status')).toContainText('again')
  await read('mailed again')
  const copy = page.getByRole('button', { name: /^Copy/ }).first()
  await page.context().grantPermissions(['clipboard-write'])
  await copy.click()
  await expect(page.getByRole('button', { name: /^Copied/ })).toBeVisible()
  await read('copied')
})

readsAlike('the contact form', async ({ page, open, read }) => {
  const script = '**/api.js*'
  await page.route(script, (route) => route.abort())
  await open(routes.contact)
  await read('at first')
  await field(page, 'Your name').focus()
  await verification(page, 'failed')
  await read('the check can’t be loaded')
  const send = page.locator('form[aria-label=Contact] .Button')
  await send.click()
  // The human check shows an error of its own meanwhile.
  await expect(errors(page).first()).toContainText('Enter your name.')
  await read('nothing filled in')
  await field(page, 'Your name').fill('Ada')
  await field(page, 'Email').fill('ada@example.com')
  await field(page, 'Message').fill('Qwrtp zxcvb?')
  await page.unroute(script)
  await page.getByRole('group', { name: 'Human verification' }).getByRole('button').click()
  await verification(page, 'ready')
  await tickBox(page).check()
  await verification(page, 'passed')
  await read('filled in')
  const refuse = await holdRefusal(page, `**${apiRoutes.contact}`, { detail: 'The post is closed today.' })
  await send.click()
  await expect(send).toHaveAttribute('aria-busy', 'true')
  await read('sending')
  await refuse()
  await expect(notice(page)).toBeVisible()
  await read('refused')
  await tickBox(page).check()
  await verification(page, 'passed')
  await send.click()
  await expect(page.getByRole('heading', { name: 'Message sent.' })).toBeVisible()
  await read('sent')
})

readsAlike('the prompter', async ({ page, arrive, read }) => {
  await openPrompter(page)
  await arrive()
  await read('ready')
  await start(page).click()
  await expect(start(page)).toHaveAttribute('data-going', '')
  await expect(page.locator('.Prompter-status')).toHaveText('Running')
  await read('running')
  await start(page).click()
  await expect(page.locator('.Prompter-status')).toHaveText('Stopped')
  await read('stopped')
  await slider(page, 'Pace').press('ArrowRight')
  await read('faster')
  await page.getByRole('button', { name: 'Back to the top' }).click()
  await expect(page.locator('.Prompter-status')).toHaveText('Ready')
  for (const words of ['Good evening.\n\nThis is the news.', 'Good night.', '']) {
    await script(page).fill(words)
    await read(`the script “${words}”`)
  }
})

/** Both runs read about the same licence. */
let licenceKey = ''

async function buyLicence({ page, shop }: Pick<Steps, 'page' | 'shop'>): Promise<string> {
  const { order } = await customerOf(shop).buy(page.request)
  const { lines }: Order = await (await page.request.get(apiRoutes.order(order.id))).json()
  return lines[0]?.licences[0]?.key ?? ''
}

readsAlike('an activation', async ({ page, shop, open, read }) => {
  licenceKey ||= await buyLicence({ page, shop })
  const key = page.getByLabel('Licence key')
  const main = page.getByRole('main')
  await open(routes.activation)
  const lookUp = page.getByRole('button', { name: 'Only look up the key' })
  await key.fill(licenceKey.slice(0, -1))
  await lookUp.click()
  await expect(errors(page)).toContainText('The end is missing')
  await read('an unfinished key')
  await key.fill(`${licenceKey}4`)
  await lookUp.click()
  await expect(errors(page)).toContainText('too long')
  await read('a key that is too long')
  await key.fill(licenceKey)
  await expect(errors(page)).toHaveCount(0)
  await read('a whole key')
  await page.route(`**${apiRoutes.licenceLookUp}`, (route) => route.abort())
  await page.getByRole('button', { name: 'Only look up the key' }).click()
  await expect(notice(page)).toBeVisible()
  await read('nobody answered')
  await page.unroute(`**${apiRoutes.licenceLookUp}`)
  await page.getByRole('button', { name: 'Only look up the key' }).click()
  await expect(main).toContainText('0 of 3 in use')
  await read('looked up')
  await page.getByRole('button', { name: 'Use another key' }).click()
  await key.fill(licenceKey)
  await page.getByLabel('Machine code').fill('F00D-4242-0001')
  await page.getByRole('button', { name: 'Activate this machine' }).click()
  await expect(main).toContainText('1 of 3 in use')
  await read('activated')
  await page
    .getByRole('row')
    .getByRole('button', { name: /^Deactivate/ })
    .click()
  await expect(page.getByRole('button', { name: 'Deactivate it' })).toBeVisible()
  await read('asked')
  await page.getByRole('button', { name: 'Deactivate it' }).click()
  await expect(main).toContainText('0 of 3 in use')
  await read('deactivated')
})

readsAlike('a way from page to page', async ({ page, open, read }) => {
  await open(routes.news)
  for (const link of ['.NewsItem a', '.NextUp a', '.NextUp a[rel=prev]']) {
    const before = await heading(page).textContent()
    await page.locator(link).first().click()
    await expect(heading(page)).not.toHaveText(before ?? '')
    await read(`after ${link}`)
  }
  for (const name of ['Help', 'Pricing', 'Your licences', 'Shop']) {
    await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click()
    await expect(heading(page)).toHaveText(new RegExp(name))
    await read(name)
  }
  await page.goBack()
  await expect(heading(page)).toHaveText('Your licences')
  await read('back')
})

/** Holds requests to the address until they are refused. */
async function holdRefusal(page: Page, url: string, problem: object): Promise<() => Promise<void>> {
  const { promise: released, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await released
    await route.fulfill({ status: 409, contentType: 'application/problem+json', json: problem })
  })
  return async () => {
    const answered = page.waitForResponse(url)
    resolve()
    await answered
    await page.unroute(url)
  }
}
