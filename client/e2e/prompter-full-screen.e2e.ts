import type { Locator, Page } from '@playwright/test'
import { violationsIn } from './axe.ts'
import { coversWindow, glass, leaveTop, openPrompter, rig, slider, start, status } from './prompter-page.ts'
import { expect, test } from './test.ts'

test.use({ reducedMotion: 'no-preference' })

test.describe('filling the screen', () => {
  for (const way of ['full screen', 'the window'] as const) {
    test(`with ${way}, and Escape leaves it`, async ({ page }) => {
      if (way === 'the window') {
        await page.addInitScript(() => Object.defineProperty(document, 'fullscreenEnabled', { value: false }))
      }
      await openPrompter(page)
      await leaveTop(page)
      const lines = await linesOnGlass(page)
      await page.getByRole('button', { name: 'Fill the screen' }).click()
      await expect(glass(page)).toBeFocused()
      await expect.poll(() => coversWindow(rig(page))).toBe(true)
      expect(await linesOnGlass(page)).toEqual(lines)
      await page.keyboard.press(' ')
      await expect(status(page)).toHaveText('Running')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('button', { name: 'Fill the screen' })).toBeVisible()
      await expect.poll(() => coversWindow(rig(page))).toBe(false)
      await expect(status(page)).toHaveText('Running')
    })
  }

  test('keeps the focus in front of the page', async ({ page }) => {
    await openPrompter(page)
    await page.getByRole('button', { name: 'Fill the screen' }).click()
    await expect(glass(page)).toBeFocused()
    for (let presses = 0; presses < 14; presses++) {
      await page.keyboard.press('Tab')
      // After its last control the browser takes the focus, then the first control has it again.
      expect(
        await rig(page).evaluate(
          (it) => it.contains(document.activeElement) || document.activeElement === document.body,
        ),
      ).toBe(true)
    }
  })
})

for (const [width, height, touch] of [
  [740, 360, true],
  [360, 740, true],
  [320, 256, true],
  [1280, 800, false],
] as const) {
  test.describe(`filling ${width} × ${height} ${touch ? 'by touch' : 'with a mouse'}`, () => {
    test.use({ viewport: { width, height }, hasTouch: touch, isMobile: touch })
    const desk = (page: Page) => page.locator('.Prompter-desk')

    test('the desk leaves the reading line in sight, and makes way while it runs', async ({ page }) => {
      await openPrompter(page)
      await leaveTop(page)
      const press = (button: Locator) => (touch ? button.tap() : button.click())
      await press(page.getByRole('button', { name: 'Fill the screen' }))
      await expect.poll(() => coversWindow(rig(page))).toBe(true)
      for (const name of ['Leave full screen', 'Back to the top']) {
        await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
      }
      const cue = await page.locator('.Prompter-cue').boundingBox()
      const top = (await desk(page).boundingBox())?.y
      expect((cue?.y ?? 0) + (cue?.height ?? 0)).toBeLessThan(top ?? 0)

      await press(start(page))
      await expect(status(page)).toHaveText('Running')
      await expect(glass(page)).toBeFocused()
      await expect(desk(page)).toHaveCSS('opacity', '0')
      await expect(desk(page)).toHaveCSS('pointer-events', 'none')
      await page.keyboard.press('Tab')
      await expect(desk(page)).toHaveCSS('opacity', '1')
      await glass(page).focus()

      if (touch) await page.touchscreen.tap(width / 2, height - 20)
      else await page.mouse.move(width / 2, height / 2)
      await expect(desk(page)).toHaveCSS('opacity', '1')
      await expect(desk(page)).toHaveCSS('pointer-events', 'auto')
      await expect(status(page)).toHaveText(touch ? 'Stopped' : 'Running')
    })
  })
}

test('in a small window that is filled the sliders are a press away, and are scrolled to', async ({
  page,
}) => {
  await openPrompter(page)
  await page.setViewportSize({ width: 320, height: 256 })
  await page.getByRole('button', { name: 'Fill the screen' }).click()
  await expect(slider(page, 'Pace')).toBeHidden()
  await page.getByRole('button', { name: 'Pace, size and width' }).click()
  await slider(page, 'Reading line').scrollIntoViewIfNeeded()
  await expect(slider(page, 'Reading line')).toBeInViewport({ ratio: 1 })
  await expect(glass(page)).toBeInViewport()
  expect(await violationsIn(page, { within: '#try' })).toEqual([])
})

/** Counts the lines of each paragraph. */
function linesOnGlass(page: Page): Promise<number[]> {
  return page.locator('.Prompter-track').evaluate((track) => {
    const line = Number.parseFloat(getComputedStyle(track).lineHeight)
    return [...track.children].map((p) => Math.round(p.getBoundingClientRect().height / line))
  })
}
