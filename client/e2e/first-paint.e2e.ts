import { expect, hydrated, test } from './test.ts'

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
