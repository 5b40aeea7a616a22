import type { Page } from '@playwright/test'
import { routes } from '#shared/routes/routes.ts'
import { expect, hold, hydrated, painted, phone, sum, test, watchShifts } from './test.ts'

test.use({ reducedMotion: 'no-preference' })

test('the hero rolls up once for each document, and the bar’s background is opaque after 100 px', async ({
  page,
}) => {
  const rolling = () =>
    page.evaluate(
      () =>
        document
          .getAnimations()
          .filter((each) => 'animationName' in each && each.animationName === 'hero-roll').length,
    )
  await page.goto(routes.home)
  await hydrated(page)
  expect(await rolling()).toBeGreaterThan(0)
  await page.locator(`header a[href="${routes.pricing}"]`).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pricing')
  await page.locator(`header a[href="${routes.home}"]:visible`).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Experience/)
  expect(await rolling()).toBe(0)

  await expect(page.getByRole('banner').first()).toHaveCSS('position', 'fixed')
  for (const [scrolled, opacity] of [
    [0, 0],
    [50, 0.5],
    [100, 1],
    [400, 1],
  ] as const) {
    await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), scrolled)
    await expect.poll(() => barOpacity(page)).toBeCloseTo(opacity, 2)
  }
})

test.describe('where code may be fetched ahead', () => {
  test.use({ fetchesAhead: true })

  test('the drawings far below are there without a scroll, and without JavaScript', async ({
    page,
    browser,
  }) => {
    const withoutScript = await browser.newPage({ javaScriptEnabled: false })
    for (const each of [page, withoutScript]) {
      await each.goto(routes.home)
      const skipped = () =>
        each
          .locator('.Features > *, .Features .Duo')
          .evaluateAll((parts) =>
            parts.map((part) => !part.firstElementChild?.checkVisibility({ contentVisibilityAuto: true })),
          )
      await expect.poll(skipped).toEqual(Array(6).fill(false))
    }
    await withoutScript.close()
    const pictures = page.locator('.SetUps img')
    await expect
      .poll(() =>
        pictures.evaluateAll((all) => all.map((each) => (each as HTMLImageElement).naturalWidth > 0)),
      )
      .toEqual([true, true, true])
  })
})

test('where the browser has no scroll timelines, a listener fills the bar', async ({ page }) => {
  await page.addInitScript(() => {
    CSS.supports = () => false
  })
  await page.goto(routes.home)
  await hydrated(page)
  await page.evaluate(() => scrollTo({ top: 50, behavior: 'instant' }))
  const fill = () => page.locator('.TopNav').evaluate((bar) => bar.style.getPropertyValue('--nav-fill'))
  await expect.poll(fill).toBe('0.5')
  await page.evaluate(() => scrollTo({ top: 500, behavior: 'instant' }))
  await expect.poll(fill).toBe('1')
})

for (const [device, use] of Object.entries({ desktop: {}, phone })) {
  test.describe(`on a ${device}`, () => {
    test.use(use)

    test('nothing moves while the page loads and scrolls by, in at most 24 KB of fonts, and the hero leads to what is new', async ({
      page,
      isMobile,
    }) => {
      const shifts = await watchShifts(page)
      // Delays fonts, so that the fallback is painted first.
      const releaseFonts = await hold(page, '**/*.woff2')
      await page.goto(routes.home, { waitUntil: 'commit' })
      await hydrated(page)
      await painted(page)
      releaseFonts()
      await page.waitForLoadState()
      await page.evaluate(() => document.fonts.ready)
      const height = await page.evaluate(() => document.documentElement.scrollHeight)
      for (let top = 0; top < height; top += 400) {
        await page.evaluate((to) => scrollTo({ top: to, behavior: 'instant' }), top)
        await page.evaluate(() => new Promise(requestAnimationFrame))
      }
      // Machines have different fallback fonts, which changes a few pixels.
      expect(sum(await shifts())).toBeLessThan(0.005)
      const fonts = await page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .filter(({ name }) => name.endsWith('.woff2'))
          .map((entry) => (entry as PerformanceResourceTiming).encodedBodySize),
      )
      expect(fonts.length).toBeGreaterThan(0)
      expect(fonts.reduce((total, size) => total + size, 0)).toBeLessThanOrEqual(24_000)

      const heading = page.getByRole('heading', { level: 1 })
      await expect(heading).toHaveText('Experience the difference. Version 2.3 is now available.')
      await expect(page.getByText('Latest version 2.3.0')).toBeVisible({ visible: !isMobile })
      const hero = page.locator('.Hero')
      await expect(hero.getByRole('link', { name: "What's New?" })).toHaveAttribute('href', routes.whatsNew)
      await expect(hero.getByRole('link', { name: "What's New?" })).toBeVisible()
      const download = hero.getByRole('link', { name: 'Download Now!' })
      await expect(download).toBeVisible({ visible: !isMobile })
      await expect(hero.locator('a', { hasText: 'Download Now!' })).toHaveAttribute('href', routes.downloads)
      await expect
        .poll(() => hero.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(300)
      // A mouse counts at the width of a computer's page at 200 percent, not at a phone's.
      await page.setViewportSize({ ...phone.viewport, width: 600 })
      await expect(download).toBeHidden()
      await expect(page.getByText('Latest version 2.3.0')).toBeHidden()
      await page.setViewportSize({ ...phone.viewport, width: 640 })
      await expect(download).toBeVisible({ visible: !isMobile })
      // A phone on its side is wide, and a computer's window may be as low.
      await page.setViewportSize({ width: 932, height: 430 })
      await expect(download).toBeVisible({ visible: !isMobile })
      await expect(page.getByText('Latest version 2.3.0')).toBeVisible({ visible: !isMobile })
    })
  })
}

function barOpacity(page: Page): Promise<number> {
  return page.evaluate(() => {
    const bar = document.querySelector('.TopNav') as Element
    return Number(getComputedStyle(bar, '::before').opacity)
  })
}
