import { readFileSync } from 'node:fs'
import type { Page, Request, Route } from '@playwright/test'
import { parse } from 'yaml'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { expect, hold, hydrated, test } from './test.ts'

const { email } = parse(readFileSync('content/site.yml', 'utf8')).company as { email: string }

const field = (page: Page, name: string) => page.getByRole('textbox', { name })
const send = (page: Page) => page.getByRole('button', { name: 'Send message' })
const check = (page: Page) => page.getByRole('group', { name: 'Human verification' })
const tickBox = (page: Page) =>
  check(page).frameLocator('iframe').getByRole('checkbox', { name: 'I’m not a robot' })
const tick = (page: Page) => tickBox(page).check()
const sentHeading = (page: Page) => page.getByRole('heading', { name: 'Message sent.' })

async function fill(page: Page, message = 'It scrolls backwards.\nWhy?') {
  await field(page, 'Your name').fill('Ada Lovelace')
  await field(page, 'Email').fill('ada@example.com')
  await page.getByRole('combobox', { name: 'What’s it about?' }).selectOption('licensing')
  await field(page, 'Message').fill(message)
}

/** The widget's stand-in returns these tokens next. */
const tokens = (page: Page, ...list: string[]) =>
  page.addInitScript((given) => Object.assign(window, { recaptchaTokens: given }), list)

test('a message is sent, and the heading of its success has the focus', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api.js')) scripts.push(request.url())
  })
  await page.goto(routes.contact)
  await hydrated(page)
  expect(scripts).toEqual([])
  await fill(page)
  await tick(page)
  expect(scripts).toHaveLength(1)
  await send(page).click()
  await expect(sentHeading(page)).toBeFocused()
  await expect(page.getByText(/Your reference is C-[0-9A-Z]{6}$/)).toBeVisible()
  await expect(page).toHaveTitle(/^Contact - /)

  await page.reload()
  await expect(sentHeading(page)).toBeVisible()
  await page.getByRole('link', { name: 'Write another message' }).click()
  await expect(field(page, 'Message')).toHaveValue('')
})

test('by keyboard alone, past the honeypot', async ({ page }) => {
  await page.goto(routes.contact)
  await hydrated(page)
  await field(page, 'Your name').focus()
  await page.keyboard.type('Ada Lovelace')
  await page.keyboard.press('Tab')
  await page.keyboard.type('ada@example.com')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Written without a mouse.')
  await expect(tickBox(page)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(tickBox(page)).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await expect(send(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(sentHeading(page)).toBeFocused()
})

test('what is wrong is said by each field, the first one has the focus, and nothing is sent', async ({
  page,
}) => {
  const posts: Request[] = []
  page.on('request', (request) => request.url().endsWith(apiRoutes.contact) && posts.push(request))
  await page.goto(routes.contact)
  await hydrated(page)
  await send(page).click()
  await expect(field(page, 'Your name')).toBeFocused()
  await expect(field(page, 'Your name')).toHaveAccessibleDescription('Enter your name.')
  await expect(field(page, 'Email')).toHaveAccessibleDescription('Enter your email.')
  await expect(field(page, 'Message')).toHaveAccessibleDescription(/Write at least 10 characters/)
  await expect(check(page)).toHaveAccessibleDescription(/Tick the box/)

  await field(page, 'Your name').fill('Ada Lovelace')
  await expect(field(page, 'Your name')).toHaveAccessibleDescription('')
  await expect(field(page, 'Your name')).toBeFocused()
  await expect(field(page, 'Email')).toHaveAccessibleDescription('Enter your email.')

  await fill(page)
  await send(page).click()
  await expect(check(page)).toBeFocused()
  expect(posts).toEqual([])
  await tick(page)
  await expect(check(page)).toHaveAccessibleDescription('')
})

test('a draft outlives its page, and isn’t sent offline, until it is sent', async ({ page, context }) => {
  await page.goto(routes.contact)
  await hydrated(page)
  await fill(page, 'A draft about emoji 🎬')
  await page.reload()
  await expect(field(page, 'Message')).toHaveValue('A draft about emoji 🎬')
  await expect(page.getByRole('combobox')).toHaveValue('licensing')
  await field(page, 'Message').focus()
  await tick(page)
  await context.setOffline(true)
  await send(page).click()
  await expect(page.getByText('You’re offline. What you’ve typed stays here')).toBeVisible()
  await expect(page).toHaveURL(routes.contact)
  await context.setOffline(false)
  await send(page).click()
  await expect(sentHeading(page)).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('contactDraft'))).toBeNull()
})

test('a lost key needs no key: activation and contact lead to a link by mail', async ({ page, problems }) => {
  await page.goto(routes.activation)
  await page.getByText('Lost your key?').getByRole('link').click()
  await expect(page).toHaveURL(routes.licences)
  await page.goto(routes.contact)
  await page.getByText('Lost your key?').locator('..').getByRole('link', { name: 'Your licences' }).click()
  await expect(page.getByRole('button', { name: 'Send me a link' })).toBeVisible()
  // Nobody has signed in yet.
  problems.allow(401)
})

test('a verification that failed is said by its box, which has to be ticked again', async ({
  page,
  problems,
}) => {
  await tokens(page, 'made-up')
  await page.goto(routes.contact)
  await hydrated(page)
  await fill(page)
  await tick(page)
  await send(page).click()
  await expect(page.getByRole('alert')).toContainText('We couldn’t tell that you’re a person.')
  await expect(check(page)).toHaveAccessibleDescription(
    'Tick the box once more, so that we know you’re a person.',
  )
  await expect(tickBox(page)).not.toBeChecked()
  await expect(field(page, 'Message')).toHaveValue('It scrolls backwards.\nWhy?')
  problems.expect(422)
  await tick(page)
  await send(page).click()
  await expect(sentHeading(page)).toBeVisible()
})

test('a verification service that is down leaves another way to us, and the text to copy', async ({
  page,
  problems,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await tokens(page, '503')
  await page.goto(routes.contact)
  await hydrated(page)
  await fill(page)
  await tick(page)
  await send(page).click()
  const notice = page.getByRole('alert')
  await expect(notice).toBeFocused()
  await expect(notice).toContainText(email)
  await expect(notice.getByRole('link', { name: 'Write an email' })).toHaveAttribute(
    'href',
    `mailto:${email}`,
  )
  await notice.getByRole('button', { name: 'Copy your message' }).click()
  await expect(notice.getByRole('button', { name: 'Copied your message' })).toBeVisible()
  await expect(notice.locator('[aria-live=polite]')).toHaveText('')
  await expect(notice.getByRole('button', { name: 'Copy your message' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('It scrolls backwards.\nWhy?')
  problems.expect(503)
})

test('a message that isn’t taken stays in its field, whatever refuses it', async ({ page, problems }) => {
  let answer: Parameters<Route['fulfill']>[0]
  await page.route(`**${apiRoutes.contact}`, (route) => route.fulfill(answer))
  await page.goto(routes.contact)
  await hydrated(page)
  await fill(page)
  const unavailable = {
    code: 'contact_unavailable',
    detail: `We couldn’t take your message. Write to ${email} instead.`,
  }
  const notOurs = 'We couldn’t be reached. What you’ve typed stays here.'
  for (const [refusal, notice] of [
    [{ status: 200, body: '<html>Log in' }, notOurs],
    [{ status: 503, contentType: 'application/problem+json', json: unavailable }, unavailable.detail],
    [{ status: 502, body: '<html>Log in' }, notOurs],
  ] as const) {
    answer = refusal
    await tick(page)
    await send(page).click()
    await expect(page.getByRole('alert')).toContainText(notice)
    await expect(field(page, 'Message')).toHaveValue('It scrolls backwards.\nWhy?')
    if (refusal.status >= 400) problems.expect(refusal.status)
  }
  await page.reload()
  await expect(field(page, 'Message')).toHaveValue('It scrolls backwards.\nWhy?')
})

test('two quick clicks are one message', async ({ page }) => {
  const posts: string[] = []
  const answer = await hold(page, `**${apiRoutes.contact}`)
  await page.route(`**${apiRoutes.contact}`, (route) => {
    posts.push(route.request().url())
    return route.fallback()
  })
  await page.goto(routes.contact)
  await hydrated(page)
  await fill(page)
  await tick(page)
  await send(page).dblclick()
  await field(page, 'Email').press('Enter')
  await expect(page.getByRole('button', { name: 'Sending…' })).toBeVisible()
  answer()
  await expect(sentHeading(page)).toBeVisible()
  expect(posts).toHaveLength(1)
})

test.describe('the human verification', () => {
  test('that doesn’t load says so, and can be tried again', async ({ page, problems }) => {
    await page.route('**/api.js?*', (route) => route.abort())
    await page.goto(routes.contact)
    await hydrated(page)
    await field(page, 'Message').focus()
    await expect(check(page)).toHaveAccessibleDescription(
      `Failed to load script. Try the check again, or write to ${email}.`,
    )
    problems.expect('Failed to load resource')
    await page.unroute('**/api.js?*')
    await check(page).getByRole('button', { name: 'Try the check again' }).press('Enter')
    await expect(tickBox(page)).toBeVisible()
    await expect(check(page).locator('iframe')).toBeFocused()
    await expect(check(page)).toHaveAccessibleDescription('')
  })

  test('that takes its time moves nothing when it comes, and is as light or dark as the page', async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    const arrive = await hold(page, '**/api.js?*')
    await page.goto(routes.contact)
    await hydrated(page)
    await field(page, 'Message').focus()
    const placeholder = check(page).getByRole('button', { name: 'Loading the check…' })
    const before = [await placeholder.boundingBox(), await send(page).boundingBox()]
    expect(before[0]).toMatchObject({ width: 304, height: 78 })
    arrive()
    await expect(tickBox(page)).toBeVisible()
    await expect(placeholder).toHaveCount(0)
    expect([await check(page).locator('iframe').boundingBox(), await send(page).boundingBox()]).toEqual(
      before,
    )
    const body = check(page).frameLocator('iframe').locator('body')
    await expect(body).toHaveCSS('background-color', 'rgb(34, 34, 34)')
    await page.emulateMedia({ colorScheme: 'light' })
    await expect(body).toHaveCSS('background-color', 'rgb(249, 249, 249)')
    await expect(check(page).locator('iframe')).toHaveCount(1)
  })

  test('runs out after a while, and may fail', async ({ page }) => {
    await page.goto(routes.contact)
    await hydrated(page)
    await fill(page)
    await tick(page)
    await page.evaluate('grecaptcha.expire(0)')
    await expect(check(page)).toHaveAccessibleDescription('The check has run out. Tick the box again.')
    await page.evaluate('grecaptcha.fail(0)')
    await expect(check(page)).toHaveAccessibleDescription(/^Failed to execute\./)
    await check(page).getByRole('button', { name: 'Try the check again' }).click()
    await tick(page)
    await send(page).click()
    await expect(sentHeading(page)).toBeVisible()
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('what is wrong comes back with the form and what was typed, and what is right is sent', async ({
    page,
    problems,
  }) => {
    await page.goto(routes.contact)
    await expect(check(page)).toBeHidden()
    await fill(page, 'Too short')
    await send(page).click()
    await expect(page).toHaveURL(routes.contact)
    await expect(field(page, 'Message')).toHaveValue('Too short')
    await expect(field(page, 'Message')).toHaveAccessibleDescription(/Write at least 10 characters/)
    await expect(page.getByRole('alert')).toContainText('Your message wasn’t sent.')
    await expect(field(page, 'Your name')).toHaveValue('Ada Lovelace')
    await expect(page.getByRole('combobox')).toHaveValue('licensing')
    await field(page, 'Message').fill('Long enough now.')
    await send(page).click()
    await expect(sentHeading(page)).toBeVisible()
    await expect(page.getByText(/Your reference is C-[0-9A-Z]{6}$/)).toBeVisible()
    problems.expect(422)
    await page.getByRole('link', { name: 'Write another message' }).click()
    await expect(field(page, 'Message')).toHaveValue('')
  })
})

test('a form that was posted before the scripts came is taken over with its answer', async ({
  page,
  problems,
}) => {
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto(routes.contact)
  await fill(page, 'Too short')
  await page.unroute('**/assets/*.js')
  problems.allow('net::ERR_FAILED')
  await send(page).click()
  await hydrated(page)
  await expect(field(page, 'Message')).toBeFocused()
  await expect(field(page, 'Message')).toHaveValue('Too short')
  problems.expect(422)
  await field(page, 'Message').fill('Long enough now.')
  await tick(page)
  await send(page).click()
  await expect(sentHeading(page)).toBeVisible()
})
