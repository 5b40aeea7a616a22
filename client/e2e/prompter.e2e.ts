import { AxeBuilder } from '@axe-core/playwright'
import type { BrowserContext, Locator, Page } from '@playwright/test'
import { routes } from '#shared/routes.ts'
import { expect, hold, hydrated, test, watchShifts } from './test.ts'

const demo = (page: Page) => page.getByRole('region', { name: 'Read something out loud.' })
const glass = (page: Page) => page.getByRole('group', { name: 'Prompter' })
const status = (page: Page) => demo(page).getByRole('status')
const start = (page: Page) => demo(page).getByRole('button', { name: /^(Start|Stop|Carry on)$/ })
const script = (page: Page) => page.getByRole('textbox', { name: 'Script' })
const slider = (page: Page, name: string) => page.getByRole('slider', { name })
const rig = (page: Page) => page.locator('.Prompter-rig')

async function open(page: Page) {
  await page.goto(routes.home)
  await hydrated(page)
  await page.locator('#try').evaluate((section) => section.scrollIntoView({ behavior: 'instant' }))
  await expect(start(page)).toBeVisible()
}

/** CSS pixels that the text has moved up. */
function moved(page: Page): Promise<number> {
  return page
    .locator('.Prompter-track')
    .evaluate((track) => 0 - new DOMMatrix(getComputedStyle(track).transform).m42)
}

function lineHeight(page: Page): Promise<number> {
  return page
    .locator('.Prompter-track')
    .evaluate((track) => Number.parseFloat(getComputedStyle(track).lineHeight))
}

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
  return seconds((await demo(page).getByText('left').locator('b').textContent()) ?? '')
}

test('its code is fetched when somebody comes near, and not before', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto(routes.home, { waitUntil: 'networkidle' })
  await hydrated(page)
  const ofPrompter = () => asked.filter((path) => /prompter|remote/.test(path))
  expect(ofPrompter()).toEqual([])
  await page.locator('#try').scrollIntoViewIfNeeded()
  await expect(start(page)).toBeVisible()
  expect(ofPrompter()).not.toEqual([])
})

test('the focus fetches it too, and is not lost', async ({ page }) => {
  await page.goto(routes.home)
  await hydrated(page)
  await page.getByLabel('The script on the glass').evaluate((still) => still.focus({ preventScroll: true }))
  await expect(glass(page)).toBeFocused()
})

for (const width of [360, 768, 1280]) {
  test(`at ${width} px its code changes no size and moves nothing`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    const release = await hold(page, /live-prompter.*\.js/)
    const shifts = await watchShifts(page)
    await page.goto(routes.home)
    await hydrated(page)
    await page.evaluate(() => document.fonts.ready)
    const height = () => page.locator('#try').evaluate((section) => section.getBoundingClientRect().height)
    const still = await height()
    await page.locator('.Prompter-glass').evaluate((it) => it.scrollIntoView({ behavior: 'instant' }))
    release()
    await expect(start(page)).toBeVisible()
    await expect(slider(page, 'Pace')).toHaveCSS('appearance', 'none')
    expect(await height()).toBe(still)
    expect(await shifts()).toEqual([])
  })
}

test('code that can’t be loaded leaves the script, and says so', async ({ page, problems }) => {
  await page.route(/live-prompter.*\.js/, (route) => route.abort())
  await page.goto(routes.home)
  await hydrated(page)
  await page.locator('#try').scrollIntoViewIfNeeded()
  await expect(demo(page).getByRole('status')).toContainText('The controls couldn’t be loaded.')
  await expect(page.getByLabel('The script on the glass')).toContainText('Look at the amber mark.')
  await expect.poll(() => problems.splice(0).length).toBeGreaterThan(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('the script is on the glass and is scrolled by hand', async ({ page }) => {
    await page.goto(routes.home)
    const still = page.getByLabel('The script on the glass')
    await expect(still).toContainText('You were reading, and it looked like talking.')
    await still.focus()
    await page.keyboard.press('End')
    await expect(page.locator('#try noscript')).toBeVisible()
    await expect(still.getByText('You were reading')).toBeInViewport()
  })
})

test.describe('prompting', () => {
  test.beforeEach(({ page }) => open(page))

  test('counts down from the top, runs, stops and carries on', async ({ page }) => {
    await expect(status(page)).toHaveText('Ready')
    await expect(demo(page).getByText('0:36')).toBeVisible()
    await start(page).click()
    await expect(status(page)).toHaveText('Starting')
    await expect(page.locator('.Prompter-count')).toHaveText('3')
    await expect(status(page)).toHaveText('Running')
    await expect.poll(() => moved(page)).toBeGreaterThan(20)
    await start(page).click()
    await expect(status(page)).toHaveText('Stopped')
    const stoppedAt = await moved(page)
    await expect(start(page)).toHaveText('Carry on')
    expect(await moved(page)).toBe(stoppedAt)
    await start(page).click()
    await expect(status(page)).toHaveText('Running')
    await expect.poll(() => moved(page)).toBeGreaterThan(stoppedAt)
  })

  test('a stop while it counts cancels it', async ({ page }) => {
    await start(page).click()
    await expect(status(page)).toHaveText('Starting')
    await start(page).click()
    await expect(status(page)).toHaveText('Ready')
    expect(await moved(page)).toBe(0)
  })

  test('says when the script is at its end, and starts again from the top', async ({ page }) => {
    await script(page).fill('Good evening,\nand good night.')
    await slider(page, 'Pace').fill('240')
    await start(page).click()
    await expect(status(page)).toHaveText(/^End of script\. 0:0[1-3]\.$/)
    expect(await moved(page)).toBeGreaterThan(40)
    await start(page).click()
    await expect(status(page)).toHaveText('Starting')
    expect(await moved(page)).toBe(0)
  })

  test('a script that goes on after its end is carried on with', async ({ page }) => {
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

  test('goes a line on, a line back and to the top by its buttons', async ({ page }) => {
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
  })

  test('takes time by the pace: half of it takes twice as long', async ({ page }) => {
    await slider(page, 'Pace').fill('120')
    const usual = await left(page)
    await slider(page, 'Pace').fill('60')
    expect(Math.abs((await left(page)) - 2 * usual)).toBeLessThanOrEqual(1)
    await expect(slider(page, 'Pace')).toHaveAttribute('aria-valuetext', '60 words a minute')
  })

  test('is steered by keys while the glass has the focus', async ({ page }) => {
    await glass(page).focus()
    await page.keyboard.press('ArrowUp')
    await expect(slider(page, 'Pace')).toHaveValue('135')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect(slider(page, 'Pace')).toHaveValue('125')
    await page.keyboard.press('ArrowRight')
    expect(await moved(page)).toBeGreaterThan(50)
    await page.keyboard.press('ArrowLeft')
    expect(await moved(page)).toBe(0)
    await page.keyboard.press('m')
    await expect(page.getByRole('switch', { name: 'Mirror' })).toBeChecked()
    await page.keyboard.press('PageDown')
    expect(await moved(page)).toBeGreaterThan(200)
    await page.keyboard.press(' ')
    await expect(status(page)).toHaveText('Running')
    await page.keyboard.press('Escape')
    await expect(status(page)).toHaveText('Stopped')
    await page.keyboard.press('Home')
    expect(await moved(page)).toBe(0)
  })

  test('leaves typing, and the rest of the page, their keys', async ({ page }) => {
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
  })

  test('keeps the reader’s place when the size, the width or the words before it change', async ({
    page,
  }) => {
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
  })

  test('keeps the reader’s place while its window has no width', async ({ page }) => {
    const setWidth = (width: string) =>
      page.locator('#try').evaluate(async (section, to) => {
        section.style.width = to
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      }, width)
    await setWidth('0')
    await setWidth('')
    await expect(status(page)).toHaveText('Ready')
    expect(await reading(page)).toMatch(/^Look at the amber mark/)
  })

  test('mirrors the words and the cue, not the controls', async ({ page }) => {
    await page.getByRole('switch', { name: 'Mirror' }).click()
    await expect(page.locator('.Prompter-face')).toHaveCSS('transform', 'matrix(-1, 0, 0, 1, 0, 0)')
    await expect(page.locator('.Prompter-desk')).toHaveCSS('transform', 'none')
  })

  test('has nothing to start without words, and gives back what was cleared', async ({ page }) => {
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

  test('is dragged with the mouse, and a click starts and stops', async ({ page }) => {
    await drag(page, glass(page), -150)
    expect(await moved(page)).toBeCloseTo(150, 0)
    await expect(status(page)).toHaveText('Stopped')
    await glass(page).click()
    await expect(status(page)).toHaveText('Running')
    await glass(page).click()
    await expect(status(page)).toHaveText('Stopped')
  })

  test('is let go when the button is, wherever that is', async ({ page }) => {
    const box = (await glass(page).boundingBox()) as { x: number; y: number; width: number }
    const edge = { x: box.x + box.width / 2, y: box.y + 3 }
    await page.mouse.move(edge.x, edge.y)
    await page.mouse.down()
    await page.mouse.move(edge.x, edge.y - 43)
    await page.mouse.up()
    await page.mouse.move(edge.x, edge.y + 100)
    expect(await moved(page)).toBeCloseTo(43, 0)
    await expect(status(page)).toHaveText('Stopped')
  })

  test('a second finger that lifts first is not the tap', async ({ page }) => {
    const pointer = (type: string, pointerId: number, isPrimary: boolean) =>
      glass(page).dispatchEvent(type, { pointerId, isPrimary, button: 0, buttons: 1, pointerType: 'touch' })
    // Fingers that are made up can't be captured.
    await glass(page).evaluate((it) => Object.assign(it, { setPointerCapture: () => {} }))
    await pointer('pointerdown', 11, true)
    await pointer('pointerdown', 12, false)
    await pointer('pointerup', 12, false)
    await expect(status(page)).toHaveText('Ready')
    await pointer('pointerup', 11, true)
    await expect(status(page)).toHaveText('Starting')
  })

  test('a key that is held down turns it over once', async ({ page }) => {
    await glass(page).focus()
    await page.keyboard.down('m')
    await page.keyboard.down('m')
    await expect(page.getByRole('switch', { name: 'Mirror' })).toBeChecked()
    await page.keyboard.up('m')
    await page.keyboard.down(' ')
    await page.keyboard.down(' ')
    await page.keyboard.up(' ')
    await expect(status(page)).toHaveText('Starting')
  })

  test('dragged to its end while it runs, it is at its end', async ({ page }) => {
    await slider(page, 'Pace').fill('60')
    await page.getByRole('button', { name: 'A line on' }).click()
    await start(page).click()
    await script(page).fill('One thing at a time,\nand at the end\nthere is nothing left to say.')
    await drag(page, glass(page), -400)
    await expect(status(page)).toHaveText(/^End of script/)
  })

  test('stops when nobody can see it', async ({ page }) => {
    await page.getByRole('button', { name: 'A line on' }).click()
    await start(page).click()
    await expect(status(page)).toHaveText('Running')
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await expect(status(page)).toHaveText('Stopped')
  })

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
    await page.getByRole('button', { name: 'A line on' }).click()
    await start(page).click()
    await expect(status(page)).toHaveText('Running')
    await page.waitForTimeout(500)
    const before = { layouts: await layouts(), moved: await moved(page) }
    const { frames, elapsed, written } = await page.locator('.Prompter-face').evaluate(watchFrames)
    // Two clocks change once a second each, and what it takes to measure.
    expect((await layouts()) - before.layouts).toBeLessThan((elapsed / 1000) * 2 + 8)
    expect(written).toBe(0)
    expect(frames).toBeGreaterThan(0)
    expect(await moved(page)).toBeGreaterThan(before.moved)
  })
})

/** Lets 120 frames go by, or five seconds, and counts what is written to the element and below it. */
async function watchFrames(element: Element) {
  let written = 0
  const writes = new MutationObserver((records) => {
    written += records.length
  })
  writes.observe(element, { attributes: true, childList: true, characterData: true, subtree: true })
  const begun = performance.now()
  let frames = 0
  while (frames < 120 && performance.now() < begun + 5000) {
    await new Promise(requestAnimationFrame)
    frames++
  }
  writes.disconnect()
  return { frames, elapsed: performance.now() - begun, written }
}

test.describe('filling the screen', () => {
  for (const way of ['full screen', 'the window'] as const) {
    test(`with ${way}, and Escape leaves it`, async ({ page }) => {
      if (way === 'the window') {
        await page.addInitScript(() => Object.defineProperty(document, 'fullscreenEnabled', { value: false }))
      }
      await open(page)
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
    await open(page)
    await page.getByRole('button', { name: 'Fill the screen' }).click()
    await expect(glass(page)).toBeFocused()
    for (let presses = 0; presses < 14; presses++) {
      await page.keyboard.press('Tab')
      // Past its last control the focus is the browser's own, and then it is at the first again.
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
      await open(page)
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
  await open(page)
  await page.setViewportSize({ width: 320, height: 256 })
  await page.getByRole('button', { name: 'Fill the screen' }).click()
  await expect(slider(page, 'Pace')).toBeHidden()
  await page.getByRole('button', { name: 'Pace, size and width' }).click()
  await slider(page, 'Reading line').scrollIntoViewIfNeeded()
  await expect(slider(page, 'Reading line')).toBeInViewport({ ratio: 1 })
  await expect(glass(page)).toBeInViewport()
  expect(await violations(page, '#try')).toEqual([])
})

test.describe('what is kept', () => {
  test('is there after a reload, in this browser alone', async ({ page }) => {
    const sent: string[] = []
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
    await open(page)
    await script(page).fill('Words of my own.')
    await slider(page, 'Pace').fill('180')
    await expect(demo(page).getByText('Kept in this browser alone. Never sent.')).toBeVisible()
    await page.reload()
    await page.locator('#try').scrollIntoViewIfNeeded()
    await expect(script(page)).toHaveValue('Words of my own.')
    await expect(slider(page, 'Pace')).toHaveValue('180')
    await expect(page.locator('.Prompter-track')).toHaveText('Words of my own.')
    expect(sent.filter((request) => /Words|own\./.test(request))).toEqual([])
  })

  test('is nothing where storage is refused; the prompter works, and says so', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('refused', 'SecurityError')
        },
      })
    })
    await open(page)
    await script(page).fill('Words of my own.')
    await expect(demo(page).getByText('This browser doesn’t let pages keep things')).toBeVisible()
    await start(page).click()
    await expect(status(page)).toHaveText('Running')
  })
})

test.describe('the remote', () => {
  const remote = (page: Page) => page.getByRole('dialog', { name: 'Remote' })

  async function openRemote(context: BrowserContext) {
    const page = await context.newPage()
    await page.goto(`${routes.home}#remote`)
    await expect(remote(page)).toBeVisible()
    return page
  }

  test('in a window of its own steers the prompter of this one', async ({ page }) => {
    await open(page)
    const [steering] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'Open the remote' }).click(),
    ])
    await expect(remote(steering).getByRole('status')).toHaveText('Ready')
    await expect(remote(steering)).toContainText('Look at the amber mark.')

    await remote(steering).getByRole('button', { name: 'Start' }).click()
    await expect(status(page)).toHaveText('Running')
    await expect(remote(steering).getByRole('status')).toHaveText('Running')
    await remote(steering).getByRole('button', { name: 'Stop' }).click()
    await expect(status(page)).toHaveText('Stopped')

    await remote(steering).getByRole('button', { name: 'More pace' }).click()
    await expect(slider(page, 'Pace')).toHaveValue('135')
    await expect(remote(steering)).toContainText('135 words a minute')
    await remote(steering).getByRole('switch', { name: 'Mirror' }).click()
    await expect(page.getByRole('switch', { name: 'Mirror' })).toBeChecked()
    await remote(steering).getByRole('button', { name: 'Back to the top' }).click()
    await expect.poll(() => moved(page)).toBe(0)
    await steering.keyboard.press('ArrowRight')
    await expect.poll(() => moved(page)).toBeGreaterThan(50)
  })

  test('says when no window prompts, before and after', async ({ page, context }) => {
    const steering = await openRemote(context)
    await expect(remote(steering).getByRole('status')).toHaveText('No window is prompting.')
    await expect(remote(steering).getByRole('button', { name: 'Start' })).toHaveCount(0)
    await open(page)
    await expect(remote(steering).getByRole('status')).toHaveText('Ready')
    await page.close()
    await expect(remote(steering).getByRole('status')).toHaveText('No window is prompting.')
  })

  test('closed, it is the home page, with a prompter of its own', async ({ context }) => {
    const steering = await openRemote(context)
    await steering.keyboard.press('Escape')
    await expect(remote(steering)).toHaveCount(0)
    await expect(steering).toHaveURL(routes.home)
    await steering.locator('#try').scrollIntoViewIfNeeded()
    await expect(start(steering)).toBeVisible()
  })
})

test.describe('with less motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })

  test('the text goes a whole line at a time', async ({ page }) => {
    await open(page)
    await expect(demo(page).getByText('moves a whole line at a time')).toBeVisible()
    await slider(page, 'Pace').fill('240')
    await start(page).click()
    await expect(status(page)).toHaveText('Running')
    const seen = await page.locator('.Prompter-track').evaluate(async (track) => {
      const tops = new Set<number>()
      const until = performance.now() + 3000
      while (performance.now() < until) {
        await new Promise(requestAnimationFrame)
        tops.add(-new DOMMatrix(getComputedStyle(track).transform).m42)
      }
      return [...tops]
    })
    expect(seen.length).toBeGreaterThan(1)
    const line = await lineHeight(page)
    for (const top of seen) {
      const lines = top / line
      expect(lines).toBeCloseTo(Math.round(lines), 2)
    }
  })
})

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 375, height: 700 } })

  test('a tap starts and stops, a drag moves the text', async ({ page }) => {
    await open(page)
    await page.getByRole('button', { name: 'A line on' }).tap()
    const from = await moved(page)
    await glass(page).tap()
    await expect(status(page)).toHaveText('Running')
    await glass(page).tap()
    await expect(status(page)).toHaveText('Stopped')

    const stopped = await moved(page)
    expect(stopped).toBeGreaterThan(from)
    await swipe(page, glass(page), -120)
    await expect.poll(() => moved(page)).toBeCloseTo(stopped + 120, 0)
  })

  test('before it is started a swipe scrolls the page', async ({ page }) => {
    await open(page)
    const top = await page.evaluate(() => scrollY)
    await swipe(page, glass(page), -120)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(top)
    expect(await moved(page)).toBe(0)
  })

  test('every target is 44 px or more', async ({ page }) => {
    await open(page)
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

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe has nothing to say in the ${colorScheme} scheme`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.goto(routes.home)
    await hydrated(page)
    expect(await violations(page, '#try')).toEqual([])
    await open(page)
    expect(await violations(page, '#try')).toEqual([])
    await page.setViewportSize({ width: 360, height: 740 })
    await page.getByRole('button', { name: 'Script' }).click()
    expect(await violations(page, '#try')).toEqual([])
    const [steering] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'Open the remote' }).click(),
    ])
    await expect(steering.getByRole('button', { name: 'Start' })).toBeVisible()
    expect(await violations(steering, '.Remote')).toEqual([])
  })
}

async function violations(page: Page, selector: string) {
  const { violations } = await new AxeBuilder({ page }).include(selector).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** Of each paragraph. */
function linesOnGlass(page: Page): Promise<number[]> {
  return page.locator('.Prompter-track').evaluate((track) => {
    const line = Number.parseFloat(getComputedStyle(track).lineHeight)
    return [...track.children].map((p) => Math.round(p.getBoundingClientRect().height / line))
  })
}

function coversWindow(element: Locator): Promise<boolean> {
  return element.evaluate((it) => {
    const { top, left, width, height } = it.getBoundingClientRect()
    return top === 0 && left === 0 && width === innerWidth && height === innerHeight
  })
}

async function drag(page: Page, element: Locator, by: number) {
  const { x, y } = await middleOf(element)
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y + by / 2)
  await page.mouse.move(x, y + by)
  await page.mouse.up()
}

async function swipe(page: Page, element: Locator, by: number) {
  const { x, y } = await middleOf(element)
  const devtools = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: at === undefined ? [] : [{ x, y: at }] })
  await touch('touchStart', y)
  for (let step = 1; step <= 6; step++) await touch('touchMove', y + (by * step) / 6)
  await touch('touchEnd')
}

async function middleOf(element: Locator) {
  const box = await element.boundingBox()
  if (!box) throw new Error('The element is not in sight')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
