import type { BrowserContext, Page } from '@playwright/test'
import { routes } from '#shared/routes/routes.ts'
import { moved, openPrompter, slider, start, status } from './prompter-page.ts'
import { expect, test } from './test.ts'

test.describe('the remote', () => {
  const remote = (page: Page) => page.getByRole('dialog', { name: 'Remote' })

  async function openRemote(context: BrowserContext) {
    const page = await context.newPage()
    await page.goto(`${routes.home}#remote`)
    await expect(remote(page)).toBeVisible()
    return page
  }

  test('in a window of its own steers the prompter of this one', async ({ page }) => {
    await openPrompter(page)
    const [steering] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'Open the remote' }).click(),
    ])
    await expect(remote(steering).getByRole('status')).toHaveText('Ready')
    await expect(remote(steering)).toContainText('Look at the amber mark.')
    await expect(steering).toHaveTitle(/^Remote - /)

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
    await openPrompter(page)
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
