import type { Locator, Page } from '@playwright/test'
import {
  demo,
  drag,
  glass,
  middleOf,
  moved,
  openPrompter,
  paused,
  script,
  slider,
  start,
  status,
} from './prompter-page.ts'
import { expect, test } from './test.ts'

test.use({ reducedMotion: 'no-preference' })

test.beforeEach(({ page }) => openPrompter(page))

test('is steered by keys while the glass has the focus, once however long they are held, and leaves the page its own', async ({
  page,
}) => {
  await script(page).fill('Good')
  await script(page).press('End')
  await page.keyboard.type(' m evening')
  await expect(script(page)).toHaveValue('Good m evening')
  await expect(status(page)).toHaveText('Ready')
  await expect(page.getByRole('switch', { name: 'Mirror' })).not.toBeChecked()

  await script(page).evaluate((field) => field.blur())
  const top = await page.evaluate(() => scrollY)
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(top)
  await expect(slider(page, 'Pace')).toHaveValue('130')

  await page.getByRole('button', { name: 'Put the sample back' }).click()
  await glass(page).focus()
  await page.keyboard.press('ArrowUp')
  await expect(slider(page, 'Pace')).toHaveValue('135')
  const said = page.locator('.Prompter-rig [aria-live]')
  await expect(said).toHaveText('135 words a minute')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(slider(page, 'Pace')).toHaveValue('125')
  await page.keyboard.press('ArrowRight')
  expect(await moved(page)).toBeGreaterThan(50)
  await page.keyboard.press('ArrowLeft')
  expect(await moved(page)).toBe(0)
  await page.keyboard.press('m')
  await expect(page.getByRole('switch', { name: 'Mirror' })).toBeChecked()
  await expect(said).toHaveText('Mirror on')
  await page.keyboard.press('PageDown')
  expect(await moved(page)).toBeGreaterThan(200)
  await page.keyboard.press(' ')
  await expect(status(page)).toHaveText('Running')
  await page.keyboard.press('Escape')
  await expect(status(page)).toHaveText('Stopped')
  await page.keyboard.press('Home')
  expect(await moved(page)).toBe(0)

  await page.keyboard.down('m')
  await page.keyboard.down('m')
  await expect(page.getByRole('switch', { name: 'Mirror' })).not.toBeChecked()
  await page.keyboard.up('m')
  await page.keyboard.down(' ')
  await page.keyboard.down(' ')
  await page.keyboard.up(' ')
  await expect(status(page)).toHaveText('Starting')
})

test('is dragged with the mouse until the button is let go, also to its end, and a click starts and stops', async ({
  page,
}) => {
  const box = (await glass(page).boundingBox()) as { x: number; y: number; width: number }
  const edge = { x: box.x + box.width / 2, y: box.y + 3 }
  await page.mouse.move(edge.x, edge.y)
  await page.mouse.down()
  await page.mouse.move(edge.x, edge.y - 43)
  await page.mouse.up()
  await page.mouse.move(edge.x, edge.y + 100)
  expect(await moved(page)).toBeCloseTo(43, 0)
  await expect(status(page)).toHaveText('Stopped')

  await drag(page, glass(page), -100)
  expect(await moved(page)).toBeCloseTo(143, 0)
  await glass(page).click()
  await expect(status(page)).toHaveText('Running')
  await glass(page).click()
  await expect(status(page)).toHaveText('Stopped')

  await slider(page, 'Pace').fill('60')
  await start(page).click()
  await script(page).fill('One thing at a time,\nand at the end\nthere is nothing left to say.')
  await drag(page, glass(page), -400)
  await expect(status(page)).toHaveText(/^End of script/)
})

test('a second finger that lifts first is not the tap', async ({ page }) => {
  const pointer = (type: string, pointerId: number, isPrimary: boolean) =>
    glass(page).dispatchEvent(type, { pointerId, isPrimary, button: 0, buttons: 1, pointerType: 'touch' })
  // Synthetic fingers can't be captured.
  await glass(page).evaluate((it) => Object.assign(it, { setPointerCapture: () => {} }))
  await pointer('pointerdown', 11, true)
  await pointer('pointerdown', 12, false)
  await pointer('pointerup', 12, false)
  await expect(status(page)).toHaveText('Ready')
  await pointer('pointerup', 11, true)
  await expect(status(page)).toHaveText('Starting')
})

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 375, height: 700 } })

  test('a swipe scrolls the page before it is started; then a tap starts and stops, a drag moves the text, and targets are 44 px or more', async ({
    page,
  }) => {
    const top = await page.evaluate(() => scrollY)
    await page.evaluate(() => {
      const ended = new Promise<void>((resolve) => document.addEventListener('scrollend', () => resolve()))
      Object.assign(window, { ended })
    })
    await swipe(page, glass(page), -120)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(top)
    // A tap on a page that still scrolls may hit something else.
    await page.evaluate(() => (window as { ended?: Promise<void> }).ended)
    expect(await moved(page)).toBe(0)

    await page.getByRole('button', { name: 'A line on' }).tap()
    const from = await moved(page)
    await glass(page).tap()
    await expect(status(page)).toHaveText('Running')
    await glass(page).tap()
    await expect(status(page)).toHaveText('Stopped')

    await paused(page)
    const stopped = await moved(page)
    expect(stopped).toBeGreaterThan(from)
    await swipe(page, glass(page), -120)
    await expect.poll(() => moved(page)).toBeCloseTo(stopped + 120, 0)

    await expect(page.getByRole('button', { name: 'Script' })).toBeVisible()
    for (const view of ['Glass', 'Script']) {
      await page.getByRole('button', { name: view, exact: true }).tap()
      for (const target of await demo(page).locator('button:visible, a:visible').all()) {
        const box = await target.boundingBox()
        expect(box?.height, await target.innerText()).toBeGreaterThanOrEqual(44)
        expect(box?.width, await target.innerText()).toBeGreaterThanOrEqual(44)
      }
    }
  })
})

async function swipe(page: Page, element: Locator, by: number) {
  const { x, y } = await middleOf(element)
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [{ x, y: at }] })
  await touch('touchStart', y)
  for (let step = 1; step <= 6; step++) await touch('touchMove', y + (by * step) / 6)
  await touch('touchEnd')
}
