import type { Page } from '@playwright/test'
import { routes } from '#shared/routes/routes.ts'
import { violationsIn, violationsInOtherSchemes } from './axe.ts'
import { showPrompter } from './prompter-page.ts'
import { expect, hydrated, test } from './test.ts'

test.use({ colorScheme: 'light' })

test('axe has nothing to say of the prompter, wide or narrow, or its remote, in any colours', async ({
  page,
}) => {
  await page.goto(routes.home)
  await hydrated(page)
  await expectAccessible(page, '#try')
  await showPrompter(page)
  await expectAccessible(page, '#try')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('button', { name: 'Script' }).click()
  await expectAccessible(page, '#try')
  const [steering] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Open the remote' }).click(),
  ])
  await expect(steering.getByRole('button', { name: 'Start' })).toBeVisible()
  await expectAccessible(steering, '.Remote')
})

async function expectAccessible(page: Page, within: string): Promise<void> {
  expect(await violationsIn(page, { within })).toEqual([])
  expect(await violationsInOtherSchemes(page, { within })).toEqual({})
}
