import type { Page, Request } from '@playwright/test'
import { routes } from '#shared/routes/routes.ts'
import { leaveTop, moved, openPrompter, slider, start, status } from './prompter-page.ts'
import { expect, test } from './test.ts'

test.use({ reducedMotion: 'no-preference' })

test.describe('the remote', () => {
  const remote = (page: Page) => page.getByRole('dialog', { name: 'Remote' })

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
    await expect(remote(steering).locator('[aria-live]').first()).toHaveText('135 words a minute')
    await remote(steering).getByRole('switch', { name: 'Mirror' }).click()
    await expect(page.getByRole('switch', { name: 'Mirror' })).toBeChecked()
    await remote(steering).getByRole('button', { name: 'Back to the top' }).click()
    await expect.poll(() => moved(page)).toBe(0)
    await steering.keyboard.press('ArrowRight')
    await expect.poll(() => moved(page)).toBeGreaterThan(50)
  })

  test('on a phone, opened by the code, steers it through the server, which reads nothing', async ({
    page,
    browser,
    baseURL,
  }) => {
    const asked: string[] = []
    const sent: string[] = []
    const note = (request: Request) => {
      asked.push(request.url())
      sent.push(request.postData() ?? '')
    }
    page.on('request', note)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await openPrompter(page)
    await page.getByRole('button', { name: 'Steer it from your phone' }).click()
    await expect(page.getByRole('img', { name: 'A code that opens the remote' })).toBeVisible()
    await expect(page.getByText('Scan it with your phone’s camera.')).toBeVisible()
    await page.getByRole('button', { name: 'Copy the link' }).click()
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
    const link = await page.evaluate(() => navigator.clipboard.readText())

    const device = { viewport: { width: 390, height: 780 }, ...(baseURL && { baseURL }) }
    const phone = await (await browser.newContext(device)).newPage()
    phone.on('request', note)
    await phone.goto(link)
    await expect(remote(phone).getByRole('status')).toHaveText('Ready')
    await expect(remote(phone)).toContainText('Look at the amber mark.')
    await remote(phone).getByRole('button', { name: 'More pace' }).click()
    await expect(slider(page, 'Pace')).toHaveValue('135')
    await expect(remote(phone)).toContainText('135 words a minute')
    await leaveTop(page)
    await remote(phone).getByRole('button', { name: 'Carry on' }).click()
    await expect(status(page)).toHaveText('Running')

    await phone.reload()
    await expect(remote(phone).getByRole('status')).toHaveText(/^(Running|End of script)/)
    await page.getByRole('button', { name: 'Close the code' }).click()
    await expect(remote(phone).getByRole('status')).toHaveText('No window is prompting.')
    const secret = link.split('.').at(-1) ?? ''
    expect(secret).toHaveLength(22)
    expect(sent.filter((body) => /amber|pace|start/.test(body))).toEqual([])
    expect([...asked, ...sent].filter((text) => text.includes(secret))).toEqual([])
    await phone.context().close()
  })

  test('says when no window prompts, before and after, and closed is the home page with a prompter of its own', async ({
    page,
    context,
  }) => {
    const steering = await context.newPage()
    await steering.goto(`${routes.home}#remote`)
    await expect(remote(steering).getByRole('status')).toHaveText('No window is prompting.')
    await expect(remote(steering).getByRole('button', { name: 'Start' })).toHaveCount(0)
    await openPrompter(page)
    await expect(remote(steering).getByRole('status')).toHaveText('Ready')
    await page.close()
    await expect(remote(steering).getByRole('status')).toHaveText('No window is prompting.')

    await steering.keyboard.press('Escape')
    await expect(remote(steering)).toHaveCount(0)
    await expect(steering).toHaveURL(routes.home)
    await steering.locator('#try').scrollIntoViewIfNeeded()
    await expect(start(steering)).toBeVisible()
  })
})
