import { routes } from '#shared/routes/routes.ts'
import { expect, hydrated, test } from './test.ts'

test.use({ reducedMotion: 'no-preference' })

test('pages follow one another in one document, between the same bar and footer, with the head that the server wrote', async ({
  page,
  browser,
}) => {
  const withoutScript = await browser.newPage({ javaScriptEnabled: false })
  await page.goto(routes.home)
  await hydrated(page)
  const frame = page.locator('body > :is(header, footer)')
  await frame.evaluateAll((parts) => {
    for (const part of parts) Object.assign(part, { wasThere: true })
  })
  for (const path of [routes.pricing, routes.downloads, routes.home]) {
    await page.locator(`a[href="${path}"]:visible`).first().click()
    await withoutScript.goto(path)
    const written = await withoutScript.evaluate(head)
    expect(written.length).toBeGreaterThan(15)
    await expect.poll(() => page.evaluate(head)).toEqual(written)
    expect(await frame.evaluateAll((parts) => parts.map((part) => 'wasThere' in part))).toEqual([true, true])
  }
  await withoutScript.close()
})

test('the tab slides from title to title, but not on the way back, nor where less motion is wanted', async ({
  page,
}) => {
  await page.addInitScript(watchSlides)
  await page.goto(routes.pricing)
  await hydrated(page)
  await page.evaluate(() => scrollTo({ top: 100, behavior: 'instant' }))
  const slides = () => page.evaluate(() => (window as unknown as { slides: Slide[] }).slides)
  const title = page.getByRole('heading', { level: 1 })

  await page.locator(`header a[href="${routes.news}"]`).click()
  await expect.poll(slides).toHaveLength(1)
  const [{ pressed, first, last, title: next }] = (await slides()) as [Slide]
  expect(pressed).not.toEqual(next)
  expect([first, last]).toEqual([pressed, next])

  await page.goBack()
  await expect(title).toHaveText('Pricing')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.locator(`header a[href="${routes.news}"]`).click()
  await expect(title).toHaveText('News')
  await page.evaluate(() => new Promise(requestAnimationFrame))
  expect(await slides()).toHaveLength(1)
})

test('the contents mark the section that is read, also after a jump past every heading', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 300 })
  await page.goto(routes.privacy)
  await hydrated(page)
  const entries = page.getByRole('navigation', { name: 'On this page' }).getByRole('link')
  for (const [end, entry] of [
    ['bottom', entries.last()],
    ['top', entries.first()],
  ] as const) {
    await page.evaluate((to) => {
      scrollTo({ top: to === 'top' ? 0 : document.body.scrollHeight, behavior: 'instant' })
    }, end)
    await expect(entry).toHaveAttribute('aria-current', 'true')
  }
})

test('a page that is left while the tab slides goes without an error', async ({ page }) => {
  await page.addInitScript((path) => {
    const { animate } = Element.prototype
    Element.prototype.animate = function (...args) {
      if (this.className === 'SlidingCue') location.assign(path)
      return animate.apply(this, args)
    }
  }, routes.news)
  await page.goto(routes.pricing)
  await hydrated(page)
  await page
    .locator(`.NavMenu-list a[href="${routes.contact}"]`)
    .evaluate((link: HTMLElement) => link.click())
  await expect(page).toHaveTitle(/^News - /)
  await hydrated(page)
})

/** Boxes of the old title's cue at the press, of the sliding cue at both ends, and of the new title's cue. */
type Slide = Record<'pressed' | 'first' | 'last' | 'title', number[]>

/** Runs in the page. */
function watchSlides() {
  const slides: Slide[] = []
  Object.assign(window, { slides })
  let pressed: number[] = []
  const boxOf = (element: Element | null) => {
    const { x = 0, y = 0, width = 0, height = 0 } = element?.getBoundingClientRect() ?? {}
    return [x, y, width, height].map(Math.round)
  }
  const titleTab = () => document.querySelector('.TitleCue')
  const press = () => {
    pressed = boxOf(titleTab())
  }
  addEventListener('click', press, true)
  const { animate } = Element.prototype
  Element.prototype.animate = function (...args) {
    const animation = animate.apply(this, args)
    if (this.className !== 'SlidingCue') return animation
    animation.pause()
    const { duration } = animation.effect?.getComputedTiming() ?? {}
    const [first, last] = [0, Number(duration) - 0.01].map((time) => {
      animation.currentTime = time
      return boxOf(this)
    })
    slides.push({ pressed, first, last, title: boxOf(titleTab()) } as Slide)
    return animation
  }
}

test('the bar stays at the top, solid; Tab in it keeps the page where it is, and what it comes to below is clear of it', async ({
  page,
}) => {
  await page.goto(routes.privacy)
  await hydrated(page)
  const banner = page.getByRole('banner').first()
  await expect(banner).toHaveCSS('position', 'sticky')
  await page.mouse.wheel(0, 900)
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(500)
  expect((await banner.boundingBox())?.y).toBe(0)

  await page.evaluate(() => scrollTo({ top: 900, behavior: 'instant' }))
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Pricing' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => scrollY)).toBe(900)

  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))
  await page.getByRole('contentinfo').getByRole('link').first().focus()
  const bar = (await banner.boundingBox())?.height ?? 0
  for (let press = 0; press < 12; press++) {
    await page.keyboard.press('Shift+Tab')
    const [top, room] = await page.evaluate(() => {
      const { top = 0, height = 0 } = document.activeElement?.getBoundingClientRect() ?? {}
      return [top, innerHeight - height - 1]
    })
    // A long table that scrolls sideways fills the window below the bar, within a pixel.
    expect(top).toBeGreaterThanOrEqual(Math.min(bar, room))
  }
})

/** What search engines and previews read. */
function head(): string[] {
  return [...document.querySelectorAll('title, meta[name], meta[property], link[rel=canonical]')]
    .map((element) => element.outerHTML)
    .sort()
}
