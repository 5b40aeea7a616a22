import { routes } from '#shared/routes.ts'
import { expect, hydrated, test } from './test.ts'

const paths = [
  ...Object.values(routes).filter((route) => typeof route === 'string'),
  routes.article('where-to-put-the-reading-line'),
]

for (const path of paths) {
  test(`${path} hydrates without an error or a warning, and fits the window`, async ({ page }) => {
    await page.goto(path)
    await hydrated(page)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
  })
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  for (const path of paths) {
    test(`${path} is readable`, async ({ page }) => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('contentinfo')).toContainText('ABN')
      await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Downloads' })).toBeVisible()
    })
  }
})
