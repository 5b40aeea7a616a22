import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyContent } from '#server/testing/support/fixture-content.ts'
import { routes } from '#shared/routes/routes.ts'
import { startSite } from './start-site.ts'
import { expect, hold, hydrated, sum, test, watchShifts } from './test.ts'

test('older news is a page away, results come as you type, and each has an address', async ({ page }) => {
  await page.goto(routes.news)
  await hydrated(page)
  await expect(page.locator('main h3')).toHaveCount(12)
  await page.getByRole('link', { name: 'Older news' }).click()
  await expect(page).toHaveURL(`${routes.news}?page=2`)
  await expect(page).toHaveTitle(/^News, page 2 - /)
  await page.getByRole('link', { name: 'Newer news' }).click()
  await expect(page).toHaveURL(routes.news)

  const field = page.getByLabel('Search the news')
  await field.pressSequentially('mirrored')
  await expect(page.getByRole('heading', { name: 'Found for “mirrored”' })).toBeVisible()
  await expect(page).toHaveURL(routes.news)
  await field.press('Enter')
  await expect(page).toHaveURL(`${routes.news}?q=mirrored`)
  await expect(page.getByRole('heading', { name: 'Found for “mirrored”' })).toBeVisible()
  await page.goBack()
  await expect(field).toHaveValue('')
  await expect(page.locator('main h3')).toHaveCount(12)
})

test('an article leads to the ones before and after it', async ({ page }) => {
  await page.goto(routes.article('where-to-put-the-reading-line'))
  const more = page.getByRole('navigation', { name: 'More news' })
  await expect(more.getByRole('link', { name: 'Older Version 2.2.1' })).toBeVisible()
  await more.getByRole('link', { name: /^Newer/ }).click()
  await expect(page).toHaveURL(routes.article('version-2-3'))
  await expect(more.getByRole('link')).toHaveCount(1)
})

test('a long word that finds nothing breaks in a narrow window', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  for (const route of [routes.news, routes.help]) {
    await page.goto(`${route}?q=${'https'.repeat(30)}`)
    await expect(page.getByRole('heading', { name: /^Nothing found/ })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  }
})

test('a post whose HTML has the id of the page’s state is taken over like any other', async ({ page }) => {
  const contentDir = copyContent()
  const post =
    '---\ntitle: Shadow\ndescription: An id.\ndate: 2026-01-02\n---\n\n<p id="preloaded-state">{}</p>\n'
  writeFileSync(join(contentDir, 'news/shadow.md'), post)
  const dataDir = `${contentDir}-data`
  const site = await startSite({ CONTENT_DIR: contentDir, DATA_DIR: dataDir })
  try {
    await page.goto(site.url + routes.article('shadow'))
    await expect(page.locator('p#preloaded-state')).toHaveText('{}')
    await hydrated(page)
    // A page of a closed site would miss the files that come after hydration.
    await page.goto('about:blank')
  } finally {
    await site.close()
    for (const dir of [contentDir, dataDir]) rmSync(dir, { recursive: true })
  }
})

test('the words of an article stay in their place when the font comes', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 823 })
  const shifts = await watchShifts(page)
  const release = await hold(page, '**/*.woff2')
  await page.goto(routes.article('version-2-0-1'), { waitUntil: 'domcontentloaded' })
  await hydrated(page)
  release()
  await page.evaluate(() => document.fonts.ready.then(() => {}))
  expect(sum(await shifts())).toBeLessThan(0.005)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('news can be searched', async ({ page }) => {
    await page.goto(routes.news)
    await page.getByLabel('Search the news').fill('mirrored')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL(`${routes.news}?q=mirrored`)
    await expect(page.getByRole('heading', { name: 'Found for “mirrored”' })).toBeVisible()
    await page.getByRole('link', { name: 'Why the screen is mirrored' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Why the screen is mirrored')
  })
})
