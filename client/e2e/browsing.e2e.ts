import type { Page } from '@playwright/test'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { expect, hold, hydrated, test } from './test.ts'

test.use({ reducedMotion: 'no-preference' })

const loadBar = (page: Page) => page.locator('.LoadBar')
const footerLink = (page: Page, name: string) => page.getByRole('contentinfo').getByRole('link', { name })

test('the loading bar waits 200 ms, fills over five seconds, and hides 500 ms after the page is there, or turns red', async ({
  page,
  problems,
}) => {
  const queries = `**${apiRoutes.content}/**`
  const release = await hold(page, queries)
  await page.clock.install()
  await page.goto(routes.pricing)
  await hydrated(page)
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000))
  await footerLink(page, 'News').click()
  await page.clock.runFor(199)
  await expect(loadBar(page)).toHaveAttribute('data-state', 'idle')
  await page.clock.runFor(1)
  await expect(loadBar(page)).toHaveAttribute('data-state', 'loading')
  const duration = () => loadBar(page).evaluate((bar) => getComputedStyle(bar, '::before').animationDuration)
  expect(await duration()).toBe('5s')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(Number.parseFloat(await duration())).toBeLessThan(0.1)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  release()
  await expect(loadBar(page)).toHaveAttribute('data-state', 'done')
  await page.clock.runFor(499)
  await expect(loadBar(page)).toHaveAttribute('data-state', 'done')
  await page.clock.runFor(1)
  await expect(loadBar(page)).toHaveAttribute('data-state', 'idle')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('News')

  await page.route(queries, (route) => route.fulfill({ status: 500, json: { message: 'down' } }))
  const fail = await hold(page, queries)
  await footerLink(page, 'Terms').click()
  await page.clock.runFor(200)
  await expect(loadBar(page)).toHaveAttribute('data-state', 'loading')
  fail()
  const look = () =>
    loadBar(page).evaluate((bar: HTMLElement) => [
      bar.dataset.state,
      getComputedStyle(bar, '::before').backgroundColor,
    ])
  await expect.poll(look).toEqual(['failed', 'rgb(255, 90, 79)'])
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('An error occurred')
  problems.allow()
})

test('the place in a long page is found again, on the way back and after a reload', async ({
  page,
  problems,
}) => {
  // A late font reflows the lines above, and scroll anchoring then moves the page.
  await page.route('**/*.woff2', (route) => route.abort())
  problems.allow('ERR_FAILED')
  await page.goto(routes.home)
  await hydrated(page)
  await page.evaluate(() => scrollTo({ top: 4000, behavior: 'instant' }))
  await page.locator('html[data-whole]').waitFor({ state: 'attached' })
  const top = () => page.locator('.Closer').evaluate((it) => Math.round(it.getBoundingClientRect().top))
  const left = await top()
  await footerLink(page, 'Pricing').evaluate((link: HTMLElement) => link.click())
  await expect(page).toHaveURL(routes.pricing)
  await page.goBack()
  await expect.poll(top).toBe(left)
  await page.reload()
  await hydrated(page)
  await expect.poll(top).toBe(left)
})

test('a hash link leads to its target and back, a new page to its focused and announced top, and back to the scroll', async ({
  page,
}) => {
  const asked: string[] = []
  await page.goto(routes.privacy)
  await hydrated(page)
  page.on('request', (request) => asked.push(request.url()))
  await page.evaluate(() => scrollTo({ top: 200, behavior: 'instant' }))
  const top = () => page.evaluate(() => scrollY)
  const link = page.getByRole('navigation', { name: 'On this page' }).getByRole('link').last()
  const target = page.locator((await link.getAttribute('href')) ?? '')
  await link.click()
  await expect(target).toBeInViewport()
  const bar = await page.getByRole('banner').first().boundingBox()
  const box = await target.boundingBox()
  expect(box?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0))
  await expect(target).toBeFocused()
  const reached = await top()

  await link.evaluate((it: HTMLElement) => it.click())
  await page.goBack()
  await expect.poll(top).toBe(200)
  await expect(page).toHaveURL(routes.privacy)
  await page.goForward()
  await expect.poll(top).toBe(reached)
  await page.goBack()
  await expect.poll(top).toBe(200)
  await link.evaluate((it: HTMLElement) => it.click())
  await expect.poll(top).toBe(reached)
  await expect(page.locator('[data-announcer]')).toBeEmpty()
  expect(asked).toEqual([])

  await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }))
  await expect.poll(top).toBe(900)
  await footerLink(page, 'Pricing').evaluate((it: HTMLElement) => it.click())
  await expect(page.getByRole('heading', { level: 1, name: 'Pricing' })).toBeFocused()
  await expect(page.locator('[data-announcer]')).toHaveText(/^Pricing - /)
  expect(await top()).toBe(0)
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy Policy')
  await expect.poll(top).toBe(900)
})

test.describe('for whoever saves no data', () => {
  test.use({ fetchesAhead: true })

  test('a link in view fetches its page’s code, and the start of a press its data', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(routes.pricing)
    await hydrated(page)
    await expect.poll(() => asked.some((path) => /\/assets\/downloads-/.test(path))).toBe(true)
    expect(asked.filter((path) => path.startsWith(apiRoutes.content))).toEqual([])

    const news = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'News' })
    await news.dispatchEvent('pointerdown')
    await expect
      .poll(() => asked.filter((path) => path.startsWith(`${apiRoutes.content}/news`)).length)
      .toBeGreaterThan(0)
    const before = asked.filter((path) => path.startsWith(apiRoutes.content)).length
    await news.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('News')
    expect(asked.filter((path) => path.startsWith(apiRoutes.content)).length).toBe(before)
  })
})

test('for whoever saves data nothing is fetched ahead', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(routes.pricing, { waitUntil: 'networkidle' })
  await hydrated(page)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'News' }).hover()
  await page.waitForLoadState('networkidle')
  expect(asked.filter((path) => /\/assets\/(downloads|news|contact)-/.test(path))).toEqual([])
  expect(asked.filter((path) => path.startsWith(apiRoutes.content))).toEqual([])
})

test('a page of a list, and a hash on another page, get the focus too', async ({ page }) => {
  await page.goto(routes.news)
  await hydrated(page)
  await page.getByRole('link', { name: 'Older news' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.locator('[data-announcer]')).toHaveText(/^News, page 2 - /)
  await footerLink(page, 'Downloads').click()
  await page.getByRole('link', { name: '2.2.1', exact: true }).click()
  await expect(page).toHaveURL(`${routes.whatsNew}#v2-2-1`)
  await expect(page.locator('#v2-2-1')).toBeFocused()

  await page.evaluate((path) => history.pushState(null, '', path), `${routes.terms}#100%`)
  await page.goBack()
  await page.goForward()
  await expect(page.getByRole('heading', { level: 1, name: 'Terms & Conditions' })).toBeFocused()
})

test.describe('code that a newer build has replaced', () => {
  test('is an error page within 60 seconds of a reload, and after that loads the wanted page anew, at its address', async ({
    page,
    problems,
  }) => {
    await dropChunk(page, 'contact')
    await page.goto(routes.pricing)
    await hydrated(page)
    await page.evaluate(() => {
      Object.assign(window, { sameDocument: true })
      sessionStorage.setItem('chunkReloadedAt', String(Date.now() - 30_000))
    })
    await footerLink(page, 'Contact').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('An error occurred')
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)

    await page.evaluate(() => sessionStorage.clear())
    await footerLink(page, 'News').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('News')
    await footerLink(page, 'Contact').click()
    await expect(page).toHaveURL(routes.contact)
    await expect.poll(() => page.evaluate(() => 'sameDocument' in window)).toBe(false)
    problems.allow()
  })
})

test.describe('code that is missing from the start', () => {
  test('loads the page anew although it has a hash, then keeps it as the server wrote it', async ({
    page,
    problems,
  }) => {
    let loaded = 0
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loaded++
    })
    await dropChunk(page, 'whats-new')
    const failed = page.waitForEvent('pageerror')
    await page.goto(`${routes.whatsNew}#v2-0-0`)
    expect(String(await failed)).toContain('dynamically imported module')
    expect(loaded).toBe(2)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('What’s new')
    await footerLink(page, 'Pricing').click()
    await hydrated(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pricing')
    problems.allow()
  })

  test('is said by a cart, which doesn’t look empty, and takes away nothing that was typed', async ({
    page,
    problems,
  }) => {
    problems.allow()
    await dropChunk(page, 'start')
    await page.addInitScript(() => localStorage.setItem('cart', '[{"sku":"solo","qty":1}]'))
    await page.goto(routes.cart)
    await expect(page.getByText('Scripts are off, or ours didn’t load.')).toBeVisible()
    await expect(page.getByText('Nothing in it yet.')).toHaveCount(0)
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('chunkReloadedAt'))).not.toBeNull()

    await page.evaluate(() => sessionStorage.clear())
    const fail = await hold(page, '**/assets/start-*.js')
    await page.goto(routes.contact)
    const message = page.getByRole('textbox', { name: 'Message' })
    await message.fill('Too short')
    fail()
    await expect(page.locator('html')).toHaveAttribute('data-hydrated', 'false')
    await expect(message).toHaveValue('Too short')

    await page.getByRole('textbox', { name: 'Your name' }).fill('Ada Lovelace')
    await page.getByRole('textbox', { name: 'Email' }).fill('ada@example.com')
    await page.getByRole('combobox').selectOption('licensing')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText('Your message wasn’t sent.')).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('data-hydrated', 'false')
    expect(await page.evaluate(() => sessionStorage.getItem('chunkReloadedAt'))).toBeNull()
  })
})

test('offline is said quietly, clear of the bar; a page needs a connection, and comes once there is one', async ({
  page,
  context,
  problems,
}) => {
  // On that page the bar overlays the content, and pushes nothing down.
  await page.goto(routes.home)
  await hydrated(page)
  const banner = page.locator('.OfflineBanner')
  await expect(banner).toBeHidden()
  await context.setOffline(true)
  await expect(banner).toBeVisible()
  await expect(banner).toContainText('You’re offline.')
  const bar = await page.getByRole('banner').first().boundingBox()
  expect((await banner.boundingBox())?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0))

  await footerLink(page, 'Contact').click()
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('An error occurred')
  await expect(page.getByText('This page needs a connection.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link')).toHaveText('Return to Home page')
  await expect(page.getByText('our fault')).toHaveCount(0)
  problems.allow()
  await context.setOffline(false)
  await expect(banner).toBeHidden()
  await expect(heading).toHaveText('Contact')
  await expect(page).toHaveURL(routes.contact)
})

test('offline a page that was opened comes again, however long ago', async ({ page, context }) => {
  await page.clock.install()
  await page.goto(routes.privacy)
  await hydrated(page)
  const heading = page.getByRole('heading', { level: 1 })
  for (const title of ['News', 'Pricing']) {
    await footerLink(page, title).click()
    await expect(heading).toHaveText(title)
  }
  await page.clock.fastForward(60_000)
  await context.setOffline(true)
  for (const title of ['News', 'Privacy Policy']) {
    await page.goBack()
    await expect(heading).toHaveText(title)
  }
})

/** Imitates a deployment that deleted the page's old chunk. */
async function dropChunk(page: Page, name: string) {
  await page.route(new RegExp(`/assets/${name}-[^/]+\\.js$`), (route) => route.fulfill({ status: 404 }))
}
