import type { Page } from '@playwright/test'
import {
  demo,
  drag,
  glass,
  lineHeight,
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

test('counts down from the top unless it is stopped, runs, stops, carries on, and stops when nobody can see it', async ({
  page,
}) => {
  await start(page).click()
  await expect(status(page)).toHaveText('Starting')
  await start(page).click()
  await expect(status(page)).toHaveText('Ready')
  expect(await moved(page)).toBe(0)
  await expect(demo(page).getByText('0:36')).toBeVisible()
  await start(page).click()
  await expect(status(page)).toHaveText('Starting')
  const count = page.locator('.Prompter-count')
  await expect(count).toHaveText('3')
  await expect(count).toBeVisible()
  await expect(status(page)).toHaveText('Running')
  await expect(count).toBeHidden()
  await expect.poll(() => moved(page)).toBeGreaterThan(20)
  await start(page).click()
  await expect(status(page)).toHaveText('Stopped')
  await paused(page)
  const stoppedAt = await moved(page)
  await expect(start(page)).toHaveText('Carry on')
  expect(await moved(page)).toBe(stoppedAt)
  await start(page).click()
  await expect(status(page)).toHaveText('Running')
  await expect.poll(() => moved(page)).toBeGreaterThan(stoppedAt)
  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect(status(page)).toHaveText('Stopped')
})

test('says when the script is at its end, carries on with what comes after it, or starts again from the top', async ({
  page,
}) => {
  await script(page).fill('Good evening,\nand good night.')
  await slider(page, 'Pace').fill('240')
  await start(page).click()
  await expect(status(page)).toHaveText(/^End of script\. 0:0[1-3]\.$/)
  expect(await moved(page)).toBeGreaterThan(40)
  await start(page).click()
  await expect(status(page)).toHaveText('Starting')
  expect(await moved(page)).toBe(0)
  await start(page).click()
  await expect(status(page)).toHaveText('Ready')

  await script(page).fill('Good evening.')
  await drag(page, glass(page), -400)
  await expect(status(page)).toHaveText(/^End of script/)
  await slider(page, 'Size').fill('9')
  await expect(status(page)).toHaveText(/^End of script/)
  await script(page).fill('Good evening.\nAnd good night.')
  await expect(status(page)).toHaveText('Stopped')
  await start(page).click()
  await expect(status(page)).toHaveText('Running')
  expect(await moved(page)).toBeGreaterThan(0)
})

test('goes a line on, a line back and to the top, mirrors the words alone, and takes time by the pace', async ({
  page,
}) => {
  const line = await lineHeight(page)
  const on = page.getByRole('button', { name: 'A line on' })
  await on.click()
  await on.click()
  expect(await moved(page)).toBeCloseTo(2 * line, 1)
  await expect(status(page)).toHaveText('Stopped')
  await page.getByRole('button', { name: 'A line back' }).click()
  expect(await moved(page)).toBeCloseTo(line, 1)
  await page.getByRole('button', { name: 'Back to the top' }).click()
  expect(await moved(page)).toBe(0)
  await expect(status(page)).toHaveText('Ready')

  await page.getByRole('switch', { name: 'Mirror' }).click()
  await expect(page.locator('.Prompter-face')).toHaveCSS('transform', 'matrix(-1, 0, 0, 1, 0, 0)')
  await expect(page.locator('.Prompter-desk')).toHaveCSS('transform', 'none')

  await slider(page, 'Pace').fill('120')
  const usual = await left(page)
  await slider(page, 'Pace').fill('60')
  expect(Math.abs((await left(page)) - 2 * usual)).toBeLessThanOrEqual(1)
  await expect(slider(page, 'Pace')).toHaveAttribute('aria-valuetext', '60 words a minute')
})

test('keeps the reader’s place when its window has no width, or size, width and words change, and gives back what was cleared', async ({
  page,
}) => {
  const setWidth = (width: string) =>
    page.locator('#try').evaluate(async (section, to) => {
      section.style.width = to
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    }, width)
  await setWidth('0')
  await setWidth('')
  await expect(status(page)).toHaveText('Ready')
  expect(await reading(page)).toMatch(/^Look at the amber mark/)

  for (let line = 0; line < 9; line++) await page.getByRole('button', { name: 'A line on' }).click()
  const there = await reading(page)
  expect(there).toMatch(/^If the words are late/)
  await slider(page, 'Size').fill('11')
  expect(await reading(page)).toBe(there)
  await slider(page, 'Width').fill('50')
  expect(await reading(page)).toBe(there)
  const text = await script(page).inputValue()
  await script(page).fill(`A new beginning,\nof two lines.\n${text}`)
  expect(await reading(page)).toBe(there)
  await slider(page, 'Reading line').fill('60')
  expect(await reading(page)).toBe(there)

  await page.getByRole('button', { name: 'Clear' }).click()
  await expect(status(page)).toHaveText('Nothing to read yet')
  await expect(start(page)).toBeDisabled()
  await script(page).fill('My own words')
  await page.getByRole('button', { name: 'Put the sample back' }).click()
  await expect(script(page)).toHaveValue(/^Look at the amber mark/)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(script(page)).toHaveValue('My own words')
  await expect(script(page)).toBeFocused()
  await expect(start(page)).toBeEnabled()
})

/** The paragraph on the reading line. */
function reading(page: Page): Promise<string | undefined> {
  return page.locator('.Prompter-glass').evaluate((element) => {
    const box = element.getBoundingClientRect()
    const line = box.top + (box.height * Number.parseFloat(element.style.getPropertyValue('--read'))) / 100
    const found = [...element.querySelectorAll('p')].find((p) => p.getBoundingClientRect().bottom > line)
    return found?.textContent ?? undefined
  })
}

const seconds = (text: string) => text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)

async function left(page: Page): Promise<number> {
  return seconds(
    (await demo(page).locator('.Prompter-time', { hasText: 'left' }).locator('b').textContent()) ?? '',
  )
}
