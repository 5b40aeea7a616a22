import type { Page } from '@playwright/test'
import { routes } from '#shared/routes/routes.ts'
import { expect, hydrated, phone, test } from './test.ts'

test.use({ ...phone, reducedMotion: 'no-preference' })

const button = (page: Page) => page.getByRole('button', { name: 'Menu' })
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' })

test('the menu, whose links stand in the page once, works by keyboard, and closes when the focus leaves it', async ({
  page,
}) => {
  await page.goto(routes.pricing)
  await hydrated(page)
  const banner = page.locator('header').first()
  await expect(banner.locator(`a[href="${routes.downloads}"]`)).toHaveCount(1)
  await button(page).click()
  await page.getByRole('link', { name: 'Shop' }).first().focus()
  await page.keyboard.press('Tab')
  await expect(menu(page)).toBeHidden()

  await button(page).focus()
  await page.keyboard.press('Enter')
  await expect(menu(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Close' })).toBeFocused()
  await expect(menu(page).getByRole('link', { name: 'Pricing' })).toHaveAttribute('aria-current', 'page')

  await page.keyboard.press('Escape')
  await expect(menu(page)).toBeHidden()
  await expect(button(page)).toBeFocused()

  await page.keyboard.press('Enter')
  await menu(page).getByRole('link', { name: 'Downloads' }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(routes.downloads)
  await expect(menu(page)).toBeHidden()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('the menu opens and closes', async ({ page }) => {
    await page.goto(routes.pricing)
    await button(page).click()
    await expect(menu(page).getByRole('link', { name: 'Downloads' })).toBeVisible()
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(menu(page)).toBeHidden()
  })
})
