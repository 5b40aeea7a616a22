import type { Page } from '@playwright/test'
import { apiRoutes, updateRoutes } from '#shared/routes/api-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { type ReleasedSite, startReleasedSite } from './released-site.ts'
import { expect, holdApplication, hydrated, sum, test, watchShifts } from './test.ts'

// All these tests share one site.
test.describe.configure({ mode: 'default' })

let site: ReleasedSite
test.beforeAll(async () => {
  site = await startReleasedSite([
    'App-9.1.0-x64.exe',
    'App-9.1.0-arm64.exe',
    'App-9.1.0-arm64.dmg',
    'App-9.1.0-x64.dmg',
    'App-9.1.0-x64.AppImage',
  ])
})
test.afterAll(() => site.close())

const installers = ['Installer, .exe, for 64-bit Intel and AMD', 'Installer, .exe, for 64-bit ARM']
const diskImages = ['Disk image, .dmg, for Intel', 'Disk image, .dmg, for Apple silicon']

for (const [platform, architecture, main] of [
  ['Windows', 'arm', installers.slice(1)],
  ['Linux', 'x86', ['AppImage, for 64-bit Intel and AMD']],
] as const) {
  test(`client hints ${platform} and "${architecture}": it comes first, with ${main.join(' and ')}`, async ({
    page,
  }) => {
    await setHints(page, { platform, architecture })
    const shifts = await watchShifts(page)
    await page.goto(site.url + routes.downloads)
    await hydrated(page)
    const own = page.getByRole('listitem').filter({ hasText: 'This looks like your computer' })
    await expect(own.getByRole('heading')).toHaveText(platform)
    await expect(page.locator('.Downloads h3').first()).toHaveText(platform)
    await expect(page.locator('.Downloads h3')).toHaveCount(3)
    await expect(page.getByRole('button', { name: 'Send it to my computer' })).toHaveCount(0)
    await expect.poll(() => mainButtons(page)).toEqual(main)
    // A tenth of a good score: https://web.dev/articles/cls
    expect(sum(await shifts())).toBeLessThan(0.01)
  })
}

test('without client hints no processor is guessed, and a Mac is told how to find out', async ({ page }) => {
  await setHints(page, null, 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15')
  await page.goto(site.url + routes.downloads)
  await expect(page.locator('.Downloads li[data-current] h3')).toHaveText('macOS')
  await expect(page.locator('.Downloads h3').first()).toHaveText('macOS')
  expect(await mainButtons(page)).toEqual(diskImages)
  await expect(page.locator('.Downloads li').first()).toContainText('About This Mac')
})

test.describe('on a phone', () => {
  // In landscape the phone is wide, but still has no mouse.
  test.use({ viewport: { width: 900, height: 420 }, isMobile: true, hasTouch: true })

  test('nothing is said about the visitor’s computer, and files fold away', async ({ page }) => {
    await setHints(page, { platform: 'Android', architecture: '', mobile: true })
    const shifts = await watchShifts(page)
    await page.goto(site.url + routes.downloads)
    await hydrated(page)
    await expect(page.locator('.Downloads h3')).toHaveText(['Windows', 'macOS', 'Linux'])
    await expect(page.getByText('This looks like your computer')).toHaveCount(0)
    const file = page.getByRole('link', { name: 'Disk image, .dmg, for Apple silicon' })
    await expect(file).toBeHidden()
    await page.getByText('Files for macOS').click()
    await expect(file).toBeVisible()
    expect(sum(await shifts())).toBeLessThan(0.01)
  })

  test('nothing moves when the script comes, and the page goes to the computer by share sheet or clipboard', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.addInitScript(() => {
      Object.assign(navigator, {
        share: async (link: unknown) => void Object.assign(window, { shared: link }),
      })
    })
    await page.setViewportSize({ width: 412, height: 823 })
    const shifts = await watchShifts(page)
    const release = await holdApplication(page)
    await page.goto(site.url + routes.downloads)
    const send = page.getByRole('button', { name: 'Send it to my computer', includeHidden: true })
    await expect(send).toBeHidden()
    await release()
    await expect(send).toBeVisible()
    expect(sum(await shifts())).toBeLessThan(0.01)

    await send.click()
    const url = () => page.evaluate(() => (window as { shared?: { url: string } }).shared?.url)
    await expect.poll(url).toMatch(/^http.*\/downloads$/)
    await page.evaluate(() => Object.assign(navigator, { share: undefined }))
    await send.click()
    await expect(page.getByText('The link is copied.')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^http.*\/downloads$/)
  })
})

test('a SHA-256 is copied whole, as the API and SHA256SUMS give it, or said not to be copied', async ({
  page,
  context,
  request,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await setHints(page, { platform: 'Windows', architecture: 'arm' })
  await page.goto(site.url + routes.downloads)
  // Buttons change their files once the computer is known.
  await expect(page.getByText('This looks like your computer')).toBeVisible()
  await page.getByRole('button', { name: 'the SHA-256 of App-9.1.0-arm64.dmg' }).click()
  await expect(page.getByText('Copied')).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  const { files } = await (
    await request.get(`${site.url}${apiRoutes.latestRelease}?os=macos&arch=arm64`)
  ).json()
  expect(files.map(({ sha256 }: { sha256: string }) => sha256)).toEqual([copied])
  const sums = await (await request.get(site.url + updateRoutes.checksums)).text()
  expect(sums).toContain(`${copied}  App-9.1.0-arm64.dmg\n`)
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await page.getByRole('button', { name: 'the SHA-256 of App-9.1.0-arm64.dmg' }).click()
  await expect(page.getByText('Not copied')).toBeVisible()
})

test('home and what’s new tell of the newest version', async ({ page }) => {
  await page.goto(site.url)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Version 9.1 is now available.')
  await expect(page.getByText('Latest version 9.1.0')).toBeVisible()
  const hero = page.locator('.Hero')
  await hero.getByRole('link', { name: 'Download Now!' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Version 9.1.0' })).toBeAttached()
  await page.goBack()
  await hero.getByRole('link', { name: "What's New?" }).click()
  await expect(page.getByRole('article').first()).toContainText('9.1.0')
  await expect(page.getByRole('article').first()).toContainText('Latest version')
})

test('without figures there are none on the page, and nothing to compare them with', async ({ page }) => {
  await page.goto(routes.downloads)
  await hydrated(page)
  await expect(page.getByRole('link', { name: /^Installer, \.exe/ })).toBeVisible()
  await expect(page.locator('.Download-sum')).toHaveCount(0)
  await expect(page.locator('.Downloads')).not.toContainText(/\d [kM]B|SHA-256/)
  await expect(page.getByRole('heading', { name: 'Check the file' })).toHaveCount(0)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('every file of every system is there, with its whole SHA-256, and how to install and remove it', async ({
    page,
  }) => {
    await page.goto(site.url + routes.downloads)
    for (const [system, ...names] of [
      ['Windows', ...installers],
      ['macOS', ...diskImages],
      ['Linux', 'AppImage, for 64-bit Intel and AMD'],
    ]) {
      const row = page
        .locator('.Downloads li')
        .filter({ has: page.getByRole('heading', { name: system as string }) })
      for (const name of names) {
        await expect(row.getByRole('link', { name })).toHaveAttribute('href', /^https:.*\/App-9\.1\.0-/)
      }
      for (const act of ['Install it', 'Remove it']) {
        await row.locator('summary', { hasText: `${act} on ${system}` }).click()
      }
      await expect(row.locator('.Fold ol:visible')).toHaveCount(2)
    }
    const sums = page.locator('.Download-sum code')
    await expect(sums).toHaveCount(5)
    for (const sum of await sums.all()) {
      expect(await sum.textContent()).toMatch(/^[0-9a-f]{64}$/)
      expect(await sum.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    }
    await expect(page.getByRole('button', { name: 'Copy' })).toHaveCount(0)
    await expect(page.getByText('Get-FileHash')).toBeVisible()
    await expect(page.getByText('This looks like your computer')).toHaveCount(0)
  })
})

/** Sets Chromium's client hints. @param hints null removes them */
async function setHints(
  page: Page,
  hints: { platform: string; architecture: string; mobile?: boolean } | null,
  userAgent = 'Mozilla/5.0 Chrome/140.0 Safari/537.36',
) {
  const session = await page.context().newCDPSession(page)
  if (!hints) {
    await session.send('Emulation.setUserAgentOverride', { userAgent })
    return page.addInitScript(() => Object.defineProperty(navigator, 'userAgentData', { value: undefined }))
  }
  const bitness = hints.architecture && '64'
  const userAgentMetadata = { platformVersion: '', model: '', mobile: false, bitness, ...hints }
  await session.send('Emulation.setUserAgentOverride', { userAgent, userAgentMetadata })
}

function mainButtons(page: Page): Promise<(string | null)[]> {
  return page
    .locator('.Downloads li[data-current] a.Button:not(.Button--quiet)')
    .evaluateAll((links) => links.map((link) => link.getAttribute('aria-label')))
}
