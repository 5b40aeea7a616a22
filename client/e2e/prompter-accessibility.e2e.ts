import { routes } from '#shared/routes/routes.ts'
import { violationsIn } from './axe.ts'
import { openPrompter } from './prompter-page.ts'
import { expect, hydrated, test } from './test.ts'

const schemes = {
  'the light scheme': { colorScheme: 'light', forcedColors: 'none' },
  'the dark scheme': { colorScheme: 'dark', forcedColors: 'none' },
  'forced colours': { colorScheme: 'light', forcedColors: 'active' },
} as const

for (const [scheme, media] of Object.entries(schemes)) {
  test(`axe has nothing to say in ${scheme}`, async ({ page }) => {
    await page.emulateMedia({ ...media, reducedMotion: 'reduce' })
    await page.goto(routes.home)
    await hydrated(page)
    expect(await violationsIn(page, { within: '#try' })).toEqual([])
    await openPrompter(page)
    expect(await violationsIn(page, { within: '#try' })).toEqual([])
    await page.setViewportSize({ width: 360, height: 740 })
    await page.getByRole('button', { name: 'Script' }).click()
    expect(await violationsIn(page, { within: '#try' })).toEqual([])
    const [steering] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'Open the remote' }).click(),
    ])
    await expect(steering.getByRole('button', { name: 'Start' })).toBeVisible()
    expect(await violationsIn(steering, { within: '.Remote' })).toEqual([])
  })
}
