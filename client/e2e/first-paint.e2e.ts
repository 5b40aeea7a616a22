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

test('an application that can’t be fetched is asked for once more, with the page', async ({ page, problems }) => {
  let asked = 0
  await page.route('**/assets/start-*.js', (route) => (asked++ === 0 ? route.abort() : route.continue()))
  await page.goto('/')
  await hydrated(page)
  expect(asked).toBe(2)
  expect(problems.splice(0)).toEqual([expect.stringContaining('net::ERR_FAILED')])
})
