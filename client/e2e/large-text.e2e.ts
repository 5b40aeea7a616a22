import type { Page } from '@playwright/test'
import { routes } from '#shared/routes/routes.ts'
import { brokenWords, overflowing } from './large-text.ts'
import { expect, hydrated, test } from './test.ts'

test.use({ viewport: { width: 375, height: 700 } })

test('text of twice the size leaves the words of prices and a cart whole, and nothing sticks out', async ({
  page,
}) => {
  for (const path of [routes.pricing, routes.cart]) {
    await openWithLargeText(page, path)
    await expect(page.getByText('A$690').first()).toBeVisible()
    expect([path, await page.evaluate(overflowing)]).toEqual([path, []])
    expect([path, await page.evaluate(brokenWords)]).toEqual([path, []])
  }
})

test('text of twice the size keeps what is wrong with a field within the page', async ({ page }) => {
  await openWithLargeText(page, routes.licences)
  await page.getByRole('textbox', { name: 'Email' }).fill('ada')
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page.getByText('Enter one email address, such as name@example.com.')).toBeVisible()
  expect(await page.evaluate(overflowing)).toEqual([])
})

test('text of twice the size keeps the bar with a cart above the words of the hero', async ({ page }) => {
  await openWithLargeText(page, routes.home)
  await expect(page.getByRole('banner').first().getByRole('link', { name: 'Cart 7 items' })).toBeVisible()
  const bar = await page.locator('.TopNav').boundingBox()
  const words = await page.locator('.Hero-text').boundingBox()
  expect((bar?.y ?? 0) + (bar?.height ?? 0)).toBeLessThanOrEqual(words?.y ?? 0)
})

/** Some browsers enlarge text in this way, which media queries don't notice. */
async function openWithLargeText(page: Page, path: string) {
  await page.addInitScript(() =>
    localStorage.setItem('cart', '[{"sku":"studio","qty":5},{"sku":"facility","qty":2}]'),
  )
  await page.goto(path)
  await hydrated(page)
  await page.evaluate(() => Object.assign(document.documentElement.style, { fontSize: '200%' }))
}
