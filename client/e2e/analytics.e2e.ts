import type { BrowserContext, Page } from '@playwright/test'
import { routes } from '#shared/routes/routes.ts'
import { sitesUnderTest } from './sites-under-test.ts'
import { expect, holdApplication, hydrated, test } from './test.ts'

test.use({ baseURL: sitesUnderTest.withAnalytics.url })

/** Replaces Google's script, and counts its requests. */
async function standIn(context: BrowserContext): Promise<string[]> {
  const asked: string[] = []
  await context.route('https://www.googletagmanager.com/**', (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: '' })
  })
  return asked
}

/** Call it before the page is opened. @returns waits until the analytics code could have run */
function watchCounting(page: Page): () => Promise<void> {
  const fetched = page.waitForResponse(/\/assets\/analytics-[^/]+\.js$/)
  return async () => {
    const url = (await fetched).url()
    await page.evaluate((address) => import(address).then(() => {}), url)
  }
}

const pageViews = (page: Page) =>
  page.evaluate(() =>
    ((window as { dataLayer?: IArguments[] }).dataLayer ?? [])
      .map((command) => [...command])
      .filter(([, name]) => name === 'page_view')
      .map(([, , { page_title }]) => page_title),
  )

test('after opting out on the privacy page nothing is loaded, until opting in again', async ({
  page,
  context,
}) => {
  const asked = await standIn(context)
  await page.goto(routes.privacy)
  await expect.poll(() => asked.length).toBe(1)
  const choice = page.getByRole('switch', { name: 'Count my visits' })
  await expect(choice).toHaveAttribute('aria-checked', 'true')
  await choice.click()
  await expect(choice).toHaveAttribute('aria-checked', 'false')

  const counted = watchCounting(page)
  await page.goto(routes.pricing)
  await counted()
  expect(asked).toHaveLength(1)

  await page.goto(routes.privacy)
  await choice.click()
  await page.goto(routes.pricing)
  await expect.poll(() => asked.length).toBe(2)
})

test('the choice has its place before the application is there, so the end of the page stays where it is', async ({
  page,
  context,
}) => {
  await standIn(context)
  const height = () => page.evaluate(() => document.documentElement.scrollHeight)
  const release = await holdApplication(page)
  await page.goto(routes.privacy)
  await page.evaluate(() => document.fonts.ready)
  await page.locator('html[data-whole]').waitFor({ state: 'attached' })
  const choice = page.locator('.Switch')
  await expect(choice).toBeHidden()
  const before = await height()
  await release()
  await expect(choice).toBeVisible()
  expect(await height()).toBe(before)
})

test('a visitor’s own page has no analytics, nor have the pages that are opened from it', async ({
  page,
  context,
}) => {
  const asked = await standIn(context)
  const counted = watchCounting(page)
  await page.goto(routes.licences)
  await hydrated(page)
  await counted()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click()
  await expect(page).toHaveTitle(/^Pricing - /)
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  expect(await pageViews(page)).toEqual([])
  expect(asked).toEqual([])
})

test('each change of page is counted by its new title, but for the cart, and only the script that counts may run', async ({
  page,
  context,
  problems,
}) => {
  const asked = await standIn(context)
  await page.addInitScript(() => localStorage.setItem('cart', '[{"sku":"solo","qty":1}]'))
  const isSilent = () =>
    page.evaluate(() => (window as unknown as Record<string, unknown>)['ga-disable-G-TEST'])
  await page.goto(routes.pricing)
  await expect.poll(() => pageViews(page)).toEqual([expect.stringMatching(/^Pricing - /)])
  expect(await isSilent()).toBe(false)
  await page.getByRole('banner').getByRole('link', { name: /^Cart/ }).click()
  await expect(page).toHaveTitle(/^Cart - /)
  expect(await isSilent()).toBe(true)
  await page.getByRole('contentinfo').getByRole('link', { name: 'News' }).click()
  await expect(page).toHaveTitle(/^News - /)
  await expect
    .poll(() => pageViews(page))
    .toEqual([expect.stringMatching(/^Pricing - /), expect.stringMatching(/^News - /)])
  expect(await isSilent()).toBe(false)
  expect(asked).toEqual(['https://www.googletagmanager.com/gtag/js?id=G-TEST'])

  const inject = (src: string) =>
    page.evaluate((address) => {
      const { promise, resolve } = Promise.withResolvers<string>()
      const script = document.createElement('script')
      Object.assign(script, { onload: () => resolve('ran'), onerror: () => resolve('blocked') })
      script.src = address
      document.head.append(script)
      return promise
    }, src)
  expect(await inject('https://www.googletagmanager.com/gtm.js?id=GTM-EVIL1')).toBe('blocked')
  expect(asked).toHaveLength(1)
  expect(await inject('https://www.googletagmanager.com/gtag/js?id=G-TEST')).toBe('ran')
  problems.allow('gtm.js')
})
