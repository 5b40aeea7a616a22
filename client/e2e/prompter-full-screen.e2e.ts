import type { Page } from '@playwright/test'
import { violationsIn } from './axe.ts'
import { coversWindow, glass, leaveTop, openPrompter, rig, slider, start, status } from './prompter-page.ts'
import { expect, test } from './test.ts'

test.use({ reducedMotion: 'no-preference' })

const fillButton = (page: Page) => page.getByRole('button', { name: 'Fill the screen' })
const desk = (page: Page) => page.locator('.Prompter-desk')

test('fills the screen, keeps the focus in front of the page, makes way while it runs, and Escape leaves it', async ({
  page,
}) => {
  await openAndFill(page)
  await leavesLineInSight(page)
  for (let presses = 0; presses < 14; presses++) {
    await page.keyboard.press('Tab')
    // After its last control the browser takes the focus, then the first control has it again.
    expect(
      await rig(page).evaluate(
        (it) => it.contains(document.activeElement) || document.activeElement === document.body,
      ),
    ).toBe(true)
  }

  await start(page).click()
  await makesWay(page)
  await page.mouse.move(640, 400)
  await expect(desk(page)).toHaveCSS('opacity', '1')
  await expect(desk(page)).toHaveCSS('pointer-events', 'auto')
  await expect(status(page)).toHaveText('Running')
  await leaveByEscape(page)
})

test('fills the window where full screen is refused, and Escape leaves it', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(document, 'fullscreenEnabled', { value: false }))
  const root = page.locator(':root')
  await openAndFill(page)
  await expect(root).toHaveCSS('overflow-y', 'hidden')
  await page.keyboard.press(' ')
  await expect(status(page)).toHaveText('Running')
  await leaveByEscape(page)
  await expect(root).not.toHaveCSS('overflow-y', 'hidden')
})

test.describe('by touch', () => {
  test.use({ viewport: { width: 740, height: 360 }, hasTouch: true, isMobile: true })

  test('the desk leaves the reading line in sight, makes way while it runs, and has its sliders a press away', async ({
    page,
  }) => {
    await openPrompter(page)
    await leaveTop(page)
    for (const [width, height] of [
      [740, 360],
      [360, 740],
      [320, 256],
    ] as const) {
      // A full screen keeps its size.
      const leave = page.getByRole('button', { name: 'Leave full screen' })
      if (await leave.isVisible()) await leave.tap()
      await page.setViewportSize({ width, height })
      await fillButton(page).tap()
      await expect.poll(() => coversWindow(rig(page))).toBe(true)
      await leavesLineInSight(page)
    }

    await start(page).tap()
    await makesWay(page)
    await page.touchscreen.tap(160, 236)
    await expect(desk(page)).toHaveCSS('opacity', '1')
    await expect(desk(page)).toHaveCSS('pointer-events', 'auto')
    await expect(status(page)).toHaveText('Stopped')

    await expect(slider(page, 'Pace')).toBeHidden()
    await page.getByRole('button', { name: 'Pace, size and width' }).tap()
    await slider(page, 'Reading line').scrollIntoViewIfNeeded()
    await expect(slider(page, 'Reading line')).toBeInViewport({ ratio: 1 })
    await expect(glass(page)).toBeInViewport()
    expect(await violationsIn(page, { within: '#try' })).toEqual([])
  })
})

/** Expects each paragraph to keep its lines. */
async function openAndFill(page: Page) {
  await openPrompter(page)
  await leaveTop(page)
  const lines = await linesOnGlass(page)
  await fillButton(page).click()
  await expect(glass(page)).toBeFocused()
  await expect.poll(() => coversWindow(rig(page))).toBe(true)
  expect(await linesOnGlass(page)).toEqual(lines)
}

/** Leaves full screen while the script runs on. */
async function leaveByEscape(page: Page) {
  await page.keyboard.press('Escape')
  await expect(fillButton(page)).toBeVisible()
  await expect.poll(() => coversWindow(rig(page))).toBe(false)
  await expect(status(page)).toHaveText('Running')
}

async function leavesLineInSight(page: Page) {
  for (const name of ['Leave full screen', 'Back to the top']) {
    await expect(page.getByRole('button', { name })).toBeInViewport({ ratio: 1 })
  }
  const cue = await page.locator('.Prompter-cue').boundingBox()
  const top = (await desk(page).boundingBox())?.y
  expect((cue?.y ?? 0) + (cue?.height ?? 0)).toBeLessThan(top ?? 0)
}

/** While the script runs the controls are hidden; they reappear when they get the focus. */
async function makesWay(page: Page) {
  await expect(status(page)).toHaveText('Running')
  await expect(glass(page)).toBeFocused()
  await expect(desk(page)).toHaveCSS('opacity', '0')
  await expect(desk(page)).toHaveCSS('pointer-events', 'none')
  await page.keyboard.press('Tab')
  await expect(desk(page)).toHaveCSS('opacity', '1')
  await glass(page).focus()
}

/** Counts the lines of each paragraph. */
function linesOnGlass(page: Page): Promise<number[]> {
  return page.locator('.Prompter-track').evaluate((track) => {
    const line = Number.parseFloat(getComputedStyle(track).lineHeight)
    return [...track.children].map((p) => Math.round(p.getBoundingClientRect().height / line))
  })
}
