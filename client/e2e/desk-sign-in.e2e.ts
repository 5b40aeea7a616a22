import type { Page } from '@playwright/test'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { type DeskSite, expectAccessible, startDesk, title } from './desk-site.ts'
import { expect, hydrated, test } from './test.ts'

const email = 'alex@example.com'
const sendButton = (page: Page) => page.getByRole('button', { name: 'Mail me a link' })
const reason = (page: Page) => page.getByRole('alert')
const check = (page: Page) => page.getByRole('group', { name: 'Human verification' })

let desk: DeskSite

// These tests share a client that has used up its links without a human check.
test.describe.configure({ mode: 'default' })

test.beforeAll(async ({ request }) => {
  // Twice the limits: four links go unchecked, and ten may be asked for.
  desk = await startDesk({ RATE_LIMIT_FACTOR: '2' })
  for (let time = 0; time < 4; time++) {
    const asked = await request.post(desk.url + deskApiRoutes.link, { data: { email } })
    expect(asked.status()).toBe(202)
  }
})
test.afterAll(() => desk.close())

async function askAgain(page: Page): Promise<void> {
  await desk.open(page, deskRoutes.signInFor(deskRoutes.orders))
  await expect(check(page)).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Your address' }).fill(email)
  await sendButton(page).click()
  await expect(reason(page)).toContainText('Two links were asked for already')
  await expect(reason(page)).toBeFocused()
}

test('after some links the sign-in asks for a tick, loads the check only then, and mails another', async ({
  page,
  problems,
}) => {
  const scripts: string[] = []
  page.on('request', (each) => {
    if (each.url().includes('/api.js')) scripts.push(each.url())
  })
  await desk.open(page, deskRoutes.signIn)
  await hydrated(page)
  expect(scripts).toEqual([])
  await askAgain(page)
  problems.expect(422)
  const box = page.frameLocator('iframe[title=reCAPTCHA]').getByRole('checkbox')
  await expect(box).toBeVisible()
  expect(scripts).toHaveLength(1)
  await expectAccessible(page, deskRoutes.signIn)

  await sendButton(page).click()
  await expect(check(page).getByRole('status')).toHaveText('Tick the box, so that we know you’re a person.')
  await box.check()
  await expect(check(page).getByRole('status')).toBeEmpty()
  await sendButton(page).click()
  await expect(title(page)).toHaveText('Check your email')
})

test('a check that can’t be loaded says so, and holds the form back no longer', async ({
  page,
  problems,
}) => {
  await page.route('**/api.js*', (route) => route.abort())
  await askAgain(page)
  await expect(check(page).getByRole('status')).toHaveText(
    'Failed to load script. Send the form once more to try it again.',
  )
  problems.expect(422, 'net::ERR_FAILED')
  await page.unroute('**/api.js*')
  await sendButton(page).click()
  await expect(page.frameLocator('iframe[title=reCAPTCHA]').getByRole('checkbox')).toBeVisible()
  problems.expect(422)
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('the page says how long to wait, and shows no check', async ({ page, problems }) => {
    await desk.open(page, deskRoutes.signIn)
    await page.getByRole('textbox', { name: 'Your address' }).fill(email)
    await sendButton(page).click()
    await expect(reason(page)).toContainText(/Is there no box to tick\? Try again in \d+ minutes\./)
    await expect(check(page)).toBeHidden()
    problems.expect(422)
  })
})

test('no script of the desk can make a policy of Trusted Types, but on the sign-in', async ({
  page,
  problems,
}) => {
  const makePolicy = () =>
    page.evaluate(() => {
      const { trustedTypes } = window as unknown as { trustedTypes: { createPolicy(...of: unknown[]): void } }
      try {
        trustedTypes.createPolicy('mine', { createHTML: (html: string) => html })
        return 'made'
      } catch (error) {
        return (error as Error).name
      }
    })
  await desk.open(page, deskRoutes.sent)
  await hydrated(page)
  expect(await makePolicy()).toBe('TypeError')
  problems.expect("trusted-types 'none'")
  await desk.open(page, deskRoutes.signIn)
  expect(await makePolicy()).toBe('made')
})
