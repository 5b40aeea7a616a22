import { routes } from '#shared/routes/routes.ts'
import { demo, glass, slider, start } from './prompter-page.ts'
import { expect, hold, hydrated, phone, test, watchShifts } from './test.ts'

test.describe('where data needn’t be saved', () => {
  test.use({ fetchesAhead: true })
  test('a computer has the controls before somebody comes, and a phone doesn’t', async ({
    page,
    browser,
  }) => {
    await page.goto(routes.home)
    await expect(start(page)).toBeVisible()
    await expect(demo(page)).not.toBeInViewport()

    const onPhone = await browser.newPage(phone)
    await onPhone.goto(routes.home, { waitUntil: 'networkidle' })
    await hydrated(onPhone)
    await expect(demo(onPhone)).toBeVisible()
    await expect(start(onPhone)).toHaveCount(0)
    await onPhone.close()
  })
})

test('the focus fetches it too, and is not lost', async ({ page }) => {
  await page.goto(routes.home)
  await hydrated(page)
  await page.getByLabel('The script on the glass').evaluate((still) => still.focus({ preventScroll: true }))
  await expect(glass(page)).toBeFocused()
})

test('the focus that has gone on isn’t taken back', async ({ page }) => {
  await page.route(/live-prompter.*\.js/, async (route) => {
    const response = await route.fetch()
    // Imitates a Tab press after the code has loaded but before it renders.
    const goOn = `const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => document.querySelector('.Brand').focus({ preventScroll: true })
      port2.postMessage('')`
    await route.fulfill({ response, body: `${await response.text()};{${goOn}}` })
  })
  await page.goto(routes.home)
  await hydrated(page)
  await page.getByLabel('The script on the glass').evaluate((still) => still.focus({ preventScroll: true }))
  await expect(glass(page)).toBeAttached()
  await expect(page.locator('.Brand').first()).toBeFocused()
})

for (const [width, reducedMotion] of [
  [360, 'reduce'],
  [1280, 'no-preference'],
] as const) {
  test(`at ${width} px its code comes when somebody is near, changes no size and moves nothing`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion })
    await page.setViewportSize({ width, height: 800 })
    const release = await hold(page, /live-prompter.*\.js/)
    const shifts = await watchShifts(page)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(routes.home, { waitUntil: 'networkidle' })
    await hydrated(page)
    await page.evaluate(() => document.fonts.ready)
    // The page may be painted before its fonts have loaded.
    const { length: earlier } = await shifts()
    const height = () => page.locator('#try').evaluate((section) => section.getBoundingClientRect().height)
    const still = await height()
    expect(asked.filter((path) => /prompter|remote/.test(path))).toEqual([])
    await page.locator('.Prompter-glass').evaluate((it) => it.scrollIntoView({ behavior: 'instant' }))
    release()
    await expect(start(page)).toBeVisible()
    await expect(slider(page, 'Pace')).toHaveCSS('appearance', 'none')
    expect(await height()).toBe(still)
    expect((await shifts()).slice(earlier)).toEqual([])
  })
}

test('code that can’t be loaded leaves the script, and says so', async ({ page, problems }) => {
  await page.route(/live-prompter.*\.js/, (route) => route.abort())
  await page.goto(routes.home)
  await hydrated(page)
  await page.locator('#try').scrollIntoViewIfNeeded()
  await expect(demo(page).getByRole('status')).toContainText('The controls couldn’t be loaded.')
  await expect(page.getByLabel('The script on the glass')).toContainText('Look at the amber mark.')
  problems.allow()
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
