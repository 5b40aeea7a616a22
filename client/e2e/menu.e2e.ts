import { routes } from '#shared/routes.ts'
import { expect, hydrated, test } from './test.ts'

test('the menu works by keyboard', async ({ page }) => {
  await page.goto(routes.pricing)
  await hydrated(page)
  const button = page.getByRole('button', { name: 'Menu' })
  await button.focus()
  await page.keyboard.press('Enter')
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await expect(menu).toBeVisible()
  await expect(menu.getByRole('button', { name: 'Close' })).toBeFocused()
  await expect(menu.getByRole('link', { name: 'Pricing' })).toHaveAttribute('aria-current', 'page')

  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()

  await page.keyboard.press('Enter')
  await menu.getByRole('link', { name: 'Downloads' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(routes.downloads)
  await expect(menu).toBeHidden()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('the menu opens and closes', async ({ page }) => {
    await page.goto(routes.pricing)
    await page.getByRole('button', { name: 'Menu' }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expect(menu.getByRole('link', { name: 'Downloads' })).toBeVisible()
    await menu.getByRole('button', { name: 'Close' }).click()
    await expect(menu).toBeHidden()
  })
})
