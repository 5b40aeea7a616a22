import { everyPath } from './every-path.ts'
import { desktopOnly, expect, hydrated, test } from './test.ts'

for (const path of everyPath) {
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
  for (const path of everyPath) {
    test(`${path} is readable`, async ({ page }) => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByRole('contentinfo')).toContainText('ABN')
      await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Downloads' })).toBeVisible()
    })

    test(
      `${path} has space between its words, and small icons, where there are no styles`,
      desktopOnly,
      async ({ request }) => {
        const html = await (await request.get(path)).text()
        expect(html.match(/<\/a><(a|nav|span|button)\b.{0,80}/g)).toBeNull()
        expect(html.match(/.{20}[^\s>](<\/span>)?<(small|span class="meta").{20}/g)).toBeNull()
        expect(
          html.match(/[^\s>]<\/(b|em|i|span|strong)><(b|em|i|small|span|strong)\b[^>]*>[^\s<]/g),
        ).toBeNull()
        // An SVG without a size fills the window.
        expect(html.match(/<svg (class="Icon" )?viewBox="0 0 (24 24|32 32)"/g)).toBeNull()
      },
    )
  }
})
