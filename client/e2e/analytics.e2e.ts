import type { BrowserContext, Page } from '@playwright/test'
import { routes } from '#shared/routes.ts'
import { sitesUnderTest } from './sites-under-test.ts'
import { expect, hydrated, test } from './test.ts'

test.use({ baseURL: sitesUnderTest.withAnalytics.url })

/** Stands in for Google's script, and counts how often it is asked for. */
async function standIn(context: BrowserContext): Promise<string[]> {
  const asked: string[] = []
  await context.route('https://www.googletagmanager.com/**', (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/javascript', body: '' })
  })
  return asked
}

const pageViews = (page: Page) =>
  page.evaluate(() =>
    ((window as { dataLayer?: IArguments[] }).dataLayer ?? [])
      .map((command) => [...command])
      .filter(([, name]) => name === 'page_view')
      .map(([, , { page_title }]) => page_title),
  )

test('a page view is counted for each change of page, by its new title', async ({ page, context }) => {
  const asked = await standIn(context)
  await page.goto(routes.pricing)
  await expect.poll(() => pageViews(page)).toEqual([expect.stringMatching(/^Pricing - /)])
  await page.getByRole('contentinfo').getByRole('link', { name: 'Shop' }).click()
  await expect
    .poll(() => pageViews(page))
    .toEqual([expect.stringMatching(/^Pricing - /), expect.stringMatching(/^Shop - /)])
  expect(asked).toEqual(['https://www.googletagmanager.com/gtag/js?id=G-TEST'])
})

for (const [name, property] of [
  ['Global Privacy Control', 'globalPrivacyControl'],
  ['Do Not Track', 'doNotTrack'],
] as const) {
  test(`with ${name} nothing is loaded`, async ({ page, context }) => {
    const asked = await standIn(context)
    await page.addInitScript(
      (key) => Object.defineProperty(navigator, key, { value: key === 'doNotTrack' ? '1' : true }),
      property,
    )
    await page.goto(routes.pricing, { waitUntil: 'networkidle' })
    await hydrated(page)
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
    expect(asked).toEqual([])
  })
}

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

  await page.goto(routes.pricing, { waitUntil: 'networkidle' })
  await hydrated(page)
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
  expect(asked).toHaveLength(1)

  await page.goto(routes.privacy)
  await choice.click()
  await page.goto(routes.pricing)
  await expect.poll(() => asked.length).toBe(2)
})
