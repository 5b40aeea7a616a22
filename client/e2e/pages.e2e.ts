import { everyPath } from './every-path.ts'
import { expect, test } from './test.ts'

test.use({ javaScriptEnabled: false })

for (const path of everyPath) {
  test(`${path} is readable without JavaScript, and without styles`, async ({ page }) => {
    const html = (await (await page.goto(path))?.text()) ?? ''
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('contentinfo')).toContainText('ABN')
    await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Downloads' })).toBeVisible()

    // Words have space or punctuation between them.
    expect(html.match(/<\/a><(a|nav|span|button)\b[^>]*>(?![,:] ).{0,80}/g)).toBeNull()
    expect(html.match(/.{20}[^\s>](<\/span>)?<(small|span class="meta").{20}/g)).toBeNull()
    expect(html.match(/[^\s>]<\/(b|em|i|span|strong)><(b|em|i|small|span|strong)\b[^>]*>[^\s<]/g)).toBeNull()
    // An SVG without a size fills the window.
    expect(html.match(/<svg (class="Icon" )?viewBox="0 0 (24 24|32 32)"/g)).toBeNull()
  })
}
