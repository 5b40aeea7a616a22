import { demo, leaveTop, lineHeight, moved, openPrompter, slider, start, status } from './prompter-page.ts'
import { expect, test } from './test.ts'

test.use({ reducedMotion: 'no-preference' })

test.beforeEach(({ page }) => openPrompter(page))

test('moves on the compositor: frames go by, nothing is laid out and nothing is written', async ({
  page,
}) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  const layouts = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'LayoutCount')?.value ?? Number.NaN
  }
  await slider(page, 'Pace').fill('60')
  await leaveTop(page)
  await start(page).click()
  await expect(status(page)).toHaveText('Running')
  await expect.poll(() => page.locator('#try').evaluate(countTransitions)).toBe(0)
  const before = { layouts: await layouts(), moved: await moved(page) }
  const { frames, written } = await page.locator('.Prompter-face').evaluate(watchFrames)
  // The two clocks need a layout each second, the moving text none.
  expect((await layouts()) - before.layouts).toBeLessThan(frames)
  expect(written).toBe(0)
  expect(await moved(page)).toBeGreaterThan(before.moved)
})

test.describe('with less motion', () => {
  test.use({ reducedMotion: 'reduce' })

  test('the text goes a whole line at a time', async ({ page }) => {
    await expect(demo(page).getByText('moves a whole line at a time')).toBeVisible()
    await slider(page, 'Pace').fill('240')
    await leaveTop(page)
    await start(page).click()
    await expect(status(page)).toHaveText('Running')
    const seen = await page.locator('.Prompter-track').evaluate(async (track) => {
      const tops = new Set<number>()
      while (tops.size < 3) {
        await new Promise(requestAnimationFrame)
        tops.add(-new DOMMatrix(getComputedStyle(track).transform).m42)
      }
      return [...tops]
    })
    const line = await lineHeight(page)
    for (const top of seen) {
      const lines = top / line
      expect(lines).toBeCloseTo(Math.round(lines), 2)
    }
  })
})

/** Counts other movement, such as the lamp's. */
function countTransitions(section: Element): number {
  return section.getAnimations({ subtree: true }).filter((animation) => animation instanceof CSSTransition)
    .length
}

/** Counts DOM writes during 120 frames. */
async function watchFrames(element: Element) {
  let written = 0
  const writes = new MutationObserver((records) => {
    written += records.length
  })
  writes.observe(element, { attributes: true, childList: true, characterData: true, subtree: true })
  const frames = 120
  for (let frame = 0; frame < frames; frame++) await new Promise(requestAnimationFrame)
  writes.disconnect()
  return { frames, written }
}
