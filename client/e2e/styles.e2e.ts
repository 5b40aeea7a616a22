import type { Page } from '@playwright/test'
import { routes } from '#shared/routes/routes.ts'
import { expect, hydrated, test } from './test.ts'

const footerLink = (page: Page, name: string) =>
  page.getByRole('contentinfo').getByRole('link', { name, exact: true })

/** The position of each element in the page's main part. */
const places = (page: Page) =>
  page.locator('main *:not(script)').evaluateAll((elements) =>
    elements.map((element) => {
      const { left, top, width, height } = element.getBoundingClientRect()
      const names = [element.tagName, element.getAttribute('class') ?? ''].join(' ')
      return `${names} ${[left, top + scrollY, width, height].map(Math.round).join(' ')}`
    }),
  )

const way = [
  ['Pricing', routes.pricing],
  ['Downloads', routes.downloads],
  ['Help', routes.help],
  ['Activation', routes.activation],
  ['News', routes.news],
  ['Shop', routes.shop],
  ['Contact', routes.contact],
] as const

test('pages look alike, whichever came before', async ({ page, context }) => {
  const fresh = await context.newPage()
  await page.goto(routes.home)
  await hydrated(page)
  for (const [name, path] of way) {
    await footerLink(page, name).click()
    await page.waitForURL((url) => url.pathname === path)
    await fresh.goto(path)
    await hydrated(fresh)
    await Promise.all([page, fresh].map((each) => each.evaluate(() => document.fonts.ready.then(() => {}))))
    await page.mouse.move(0, 0)
    await expect.poll(() => places(page)).toEqual(await places(fresh))
  }
})

test('a page loads no sheet of its own again', async ({ page }) => {
  await page.goto(routes.pricing)
  await hydrated(page)
  const own = await page
    .locator('link[rel=stylesheet][disabled]')
    .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href))
  expect(own.length).toBeGreaterThan(1)
  const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  expect(loaded.filter((name) => own.includes(name))).toEqual([])
})

test.describe('for whoever saves no data', () => {
  test.use({ fetchesAhead: true })

  test('a link in view fetches its page’s files, and a press runs them', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    const requests = (name: string) => asked.filter((url) => url.includes(`/assets/${name}-`)).length
    const sheet = page.locator('link[rel=stylesheet][href*="/data-table-"]')
    await page.goto(routes.pricing)
    await hydrated(page)
    await expect.poll(() => requests('downloads')).toBe(1)
    await expect.poll(() => requests('data-table')).toBe(1)
    await expect(sheet).toHaveCount(0)
    const link = page.getByRole('banner').getByRole('link', { name: 'Downloads' })
    await link.hover()
    await page.mouse.down()
    // A page's code loads its style sheets when it runs.
    await expect(sheet).toHaveCount(1)
    await expect(page).toHaveURL(routes.pricing)
  })
})
