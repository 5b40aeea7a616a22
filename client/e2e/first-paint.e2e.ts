import { routes } from '#shared/routes.ts'
import { expect, holdApplication, hydrated, test } from './test.ts'

test('the application is fetched once the page is there to be seen', async ({ page }) => {
  await page.goto('/')
  await hydrated(page)
  const { painted, fetched } = await page.evaluate(() => ({
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    fetched: performance.getEntriesByType('resource').find(({ name }) => name.includes('/assets/start-'))
      ?.startTime,
  }))
  expect(painted).toBeGreaterThan(0)
  expect(fetched).toBeGreaterThanOrEqual(Number(painted))
})

test('a picture that never comes keeps nobody from the application', async ({ page }) => {
  await page.route('**/*.avif', () => {})
  await page.goto('/', { waitUntil: 'commit' })
  await hydrated(page)
})

test('an application that can’t be fetched is asked for once more, with the page', async ({
  page,
  problems,
}) => {
  let asked = 0
  await page.route('**/assets/start-*.js', (route) => (asked++ === 0 ? route.abort() : route.continue()))
  await page.goto('/')
  await hydrated(page)
  expect(asked).toBe(2)
  expect(problems.splice(0)).toEqual([expect.stringContaining('net::ERR_FAILED')])
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
    await page.getByRole('button', { name: 'Add Solo to cart' }).click()
    await expect(page.getByRole('status').filter({ hasText: '5 in your cart' })).toBeVisible()
  })

  test('a quantity that is typed, and left, keeps to the limits', async ({ page }) => {
    const release = await holdApplication(page)
    await page.goto(routes.shop)
    const quantity = page.getByRole('textbox', { name: 'Quantity of Solo' })
    await quantity.fill('500')
    await quantity.blur()
    await release()
    await expect(quantity).toHaveValue('99')
    await page.getByRole('button', { name: 'One fewer Solo' }).click()
    await expect(quantity).toHaveValue('98')
  })

  test('presses on a button that only a script can serve count once it’s there', async ({ page }) => {
    const release = await holdApplication(page)
    await page.goto(routes.shop)
    const quantity = page.getByRole('textbox', { name: 'Quantity of Solo' })
    const more = page.getByRole('button', { name: 'One more Solo' })
    await more.click()
    await more.click()
    await expect(quantity).toHaveValue('1')
    await release()
    await expect(quantity).toHaveValue('3')
    await more.click()
    await expect(quantity).toHaveValue('4')
  })

  test('what is typed after a press is what counts', async ({ page }) => {
    const release = await holdApplication(page)
    await page.goto(routes.shop)
    const quantity = page.getByRole('textbox', { name: 'Quantity of Solo' })
    await page.getByRole('button', { name: 'One more Solo' }).click()
    await quantity.fill('5')
    await release()
    await expect(quantity).toHaveValue('5')
    await quantity.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: '5 in your cart' })).toBeVisible()
  })

  test('what is typed into the search stays, and is searched for', async ({ page }) => {
    const release = await holdApplication(page)
    await page.goto(routes.news)
    const field = page.getByLabel('Search the news')
    await field.fill('mirrored')
    await release()
    await expect(page.getByRole('heading', { name: 'Found for “mirrored”' })).toBeVisible()
    await expect(field).toHaveValue('mirrored')
  })

  test('the menu opens, and stays open', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    const release = await holdApplication(page)
    await page.goto(routes.pricing)
    await page.getByRole('button', { name: 'Menu' }).click()
    const menu = page.getByRole('dialog', { name: 'Menu' })
    await expect(menu).toBeVisible()
    await release()
    await expect(menu).toBeVisible()
    await menu.getByRole('link', { name: 'Downloads' }).click()
    await expect(page).toHaveURL(routes.downloads)
    await expect(menu).toBeHidden()
  })
})

test('what is far below a first visit’s window is laid out after the first paint', async ({ page }) => {
  const release = await holdApplication(page)
  await page.goto(routes.home)
  const later = page.locator('.Later')
  const visibility = () =>
    later.evaluateAll((all) => all.map((each) => getComputedStyle(each).contentVisibility))
  await expect.poll(visibility).toEqual(Array(5).fill('auto'))
  await release()
  await expect.poll(visibility).toEqual(Array(5).fill('visible'))
})

test('a key leads to the end of a page that isn’t laid out yet', async ({ page }) => {
  const release = await holdApplication(page)
  await page.goto(routes.home)
  await page.keyboard.press('End')
  const left = () =>
    page.evaluate(() => document.documentElement.scrollHeight - innerHeight - Math.round(scrollY))
  await expect.poll(left).toBeLessThanOrEqual(1)
  await release()
  expect(await left()).toBeLessThanOrEqual(1)
})

test('without its script a page is laid out all the same', async ({ page }) => {
  await holdApplication(page)
  await page.goto(routes.home)
  const visibility = () =>
    page.locator('.Later').evaluateAll((all) => all.map((each) => getComputedStyle(each).contentVisibility))
  await expect.poll(visibility, { timeout: 10_000 }).toEqual(Array(5).fill('visible'))
})

test('the place in a long page is found again, on the way back and when it is loaded anew', async ({
  page,
}) => {
  await page.goto(routes.home)
  await hydrated(page)
  const closer = page.locator('.Closer')
  const top = () => closer.evaluate((section) => Math.round(section.getBoundingClientRect().top))
  await closer.evaluate(scrollTo)
  const left = await top()
  await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).evaluate(click)
  await expect(page).toHaveURL(routes.pricing)
  await page.goBack()
  await expect.poll(top).toBe(left)
  await page.reload()
  await hydrated(page)
  await expect.poll(top).toBe(left)
})

/** As a reader does, past all that is above it. */
async function scrollTo(element: Element): Promise<void> {
  while (element.getBoundingClientRect().top > 100) {
    scrollBy({ top: 300, behavior: 'instant' })
    await new Promise(requestAnimationFrame)
  }
}

/** Without scrolling there first. */
function click(link: Element): void {
  ;(link as HTMLElement).click()
}
