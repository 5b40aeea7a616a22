import { routes } from '#shared/routes/routes.ts'
import { expect, holdApplication, hydrated, test } from './test.ts'

test('the application is fetched once the page has been painted, whatever picture never comes', async ({
  page,
}) => {
  await page.route('**/*.avif', () => {})
  await page.goto('/', { waitUntil: 'commit' })
  await hydrated(page)
  const { painted, fetched } = await page.evaluate(() => ({
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    fetched: performance.getEntriesByType('resource').find(({ name }) => name.includes('/assets/start-'))
      ?.startTime,
  }))
  expect(painted).toBeGreaterThan(0)
  expect(fetched).toBeGreaterThanOrEqual(Number(painted))
})

test.describe('before the application is there', () => {
  test('a quantity that is typed is what is added', async ({ page }) => {
    const release = await holdApplication(page)
    await page.goto(routes.shop)
    const quantity = page.getByRole('textbox', { name: 'Quantity of Solo' })
    await quantity.fill('5')
    await release()
    await expect(quantity).toHaveValue('5')
    await expect(quantity).toBeFocused()
    await page.getByRole('button', { name: 'Add to cart Solo' }).click()
    await expect(page.getByText('5 in your cart')).toBeVisible()
  })

  test('words that are typed into the search are what is searched for', async ({ page }) => {
    const release = await holdApplication(page)
    await page.goto(routes.news)
    const field = page.getByLabel('Search the news')
    await field.fill('mirrored')
    await release()
    await expect(field).toHaveValue('mirrored')
    await field.press('Enter')
    await expect(page).toHaveURL(`${routes.news}?q=mirrored`)
    await expect(page.getByRole('heading', { name: 'Found for “mirrored”' })).toBeVisible()
  })

  test('a message that was begun stays, whatever was kept of another, and has its human check', async ({
    page,
  }) => {
    // Frames of this site's own run it, too.
    await page.addInitScript(() => {
      sessionStorage.contactDraft ??= '{"name":"Bob","message":"Hello?"}'
    })
    const release = await holdApplication(page)
    await page.goto(routes.contact)
    const message = page.getByRole('textbox', { name: 'Message' })
    await message.fill('My screen is black.')
    await release()
    await expect(page.getByRole('textbox', { name: 'Your name' })).toHaveValue('Bob')
    await expect(message).toHaveValue('My screen is black.')
    const check = page.getByRole('group', { name: 'Human verification' })
    await expect(check.frameLocator('iframe').getByRole('checkbox')).toBeVisible()
    expect(await page.evaluate(() => sessionStorage.getItem('contactDraft'))).toContain('My screen is black.')
  })

  test('the menu opens, and stays open', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    const release = await holdApplication(page)
    await page.goto(routes.pricing)
    await page.getByRole('button', { name: 'Menu' }).click()
    const menu = page.getByRole('navigation', { name: 'Main' })
    await expect(menu).toBeVisible()
    await release()
    await expect(menu).toBeVisible()
    await menu.getByRole('link', { name: 'Downloads' }).click()
    await expect(page).toHaveURL(routes.downloads)
    await expect(menu).toBeHidden()
  })
})
