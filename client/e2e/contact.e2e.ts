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

/** Sets the next tokens that the widget's stand-in returns. */
const tokens = (page: Page, ...list: string[]) =>
  page.addInitScript((given) => Object.assign(window, { recaptchaTokens: given }), list)

test('a message is sent once, after its check came late, ran out and failed, and the heading of its success has the focus', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  const scripts: string[] = []
  const posts: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api.js')) scripts.push(request.url())
    if (request.url().endsWith(apiRoutes.contact)) posts.push(request.url())
  })
  const arrive = await hold(page, '**/api.js?*')
  const answer = await hold(page, `**${apiRoutes.contact}`)
  await page.goto(routes.contact)
  await hydrated(page)
  const lost = page.getByText('Lost your key?').locator('..').getByRole('link', { name: 'Your licences' })
  await expect(lost).toHaveAttribute('href', routes.licences)
  expect(scripts).toEqual([])
  await field(page, 'Message').focus()
  const placeholder = check(page).getByRole('button', { name: 'Loading the check…' })
  const before = [await placeholder.boundingBox(), await send(page).boundingBox()]
  expect(before[0]).toMatchObject({ width: 304, height: 78 })
  arrive()
  await expect(tickBox(page)).toBeVisible()
  await expect(placeholder).toHaveCount(0)
  expect([await check(page).locator('iframe').boundingBox(), await send(page).boundingBox()]).toEqual(before)
  const body = check(page).frameLocator('iframe').locator('body')
  await expect(body).toHaveCSS('background-color', 'rgb(34, 34, 34)')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(body).toHaveCSS('background-color', 'rgb(249, 249, 249)')
  await expect(check(page).locator('iframe')).toHaveCount(1)

  await fill(page)
  await tick(page)
  // The widget was rendered again in the other colour scheme.
  await page.evaluate('grecaptcha.expire(1)')
  await expect(check(page)).toHaveAccessibleDescription('The check has run out. Tick the box again.')
  expect(scripts).toHaveLength(1)
  await page.evaluate('grecaptcha.fail(1)')
  await expect(check(page)).toHaveAccessibleDescription(/^Failed to execute\./)
  await check(page).getByRole('button', { name: 'Try the check again' }).click()
  await tick(page)
  await send(page).dblclick()
  await field(page, 'Email').press('Enter')
  await expect(page.getByRole('button', { name: 'Sending…' })).toBeVisible()
  answer()
  await expect(sentHeading(page)).toBeFocused()
  expect(posts).toHaveLength(1)
  await expect(page.getByText(/Your reference is C-[0-9A-Z]{6}$/)).toBeVisible()
  await expect(page).toHaveTitle(/^Contact - /)

  await page.reload()
  await expect(sentHeading(page)).toBeVisible()
  await page.getByRole('link', { name: 'Write another message' }).click()
  await expect(field(page, 'Message')).toHaveValue('')
})

test('what is wrong is said by each field, nothing is sent, and all is filled by keyboard alone, past the honeypot', async ({
  page,
}) => {
  const posts: Request[] = []
  page.on('request', (request) => request.url().endsWith(apiRoutes.contact) && posts.push(request))
  await page.goto(routes.contact)
  await hydrated(page)
  await send(page).press('Enter')
  await expect(field(page, 'Your name')).toBeFocused()
  await expect(field(page, 'Your name')).toHaveAccessibleDescription('Enter your name.')
  await expect(field(page, 'Email')).toHaveAccessibleDescription('Enter your email.')
  await expect(field(page, 'Message')).toHaveAccessibleDescription(/Write at least 10 characters/)
  await expect(check(page)).toHaveAccessibleDescription(/Tick the box/)

  await page.keyboard.type('Ada')
  await expect(field(page, 'Your name')).toHaveAccessibleDescription('')
  await expect(field(page, 'Your name')).toBeFocused()
  await expect(field(page, 'Email')).toHaveAccessibleDescription('Enter your email.')
  await page.keyboard.press('Tab')
  await page.keyboard.type('ada@example.com')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Without a mouse.')
  await expect(tickBox(page)).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(tickBox(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(send(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(check(page)).toBeFocused()
  expect(posts).toEqual([])

  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(check(page)).toHaveAccessibleDescription('')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(sentHeading(page)).toBeFocused()
})

test('a message that isn’t taken stays, whatever refuses it, over a reload and offline, until it is sent', async ({
  page,
  problems,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await tokens(page, 'made-up', '503')
  await page.route('**/api.js?*', (route) => route.abort(), { times: 1 })
  await page.goto(routes.contact)
  await hydrated(page)
  await field(page, 'Message').focus()
  await expect(check(page)).toHaveAccessibleDescription(
    `Failed to load script. Try the check again, or write to ${email}.`,
  )
  problems.expect('Failed to load resource')
  await check(page).getByRole('button', { name: 'Try the check again' }).press('Enter')
  await expect(tickBox(page)).toBeVisible()
  await expect(check(page).locator('iframe')).toBeFocused()
  await expect(check(page)).toHaveAccessibleDescription('')

  const text = 'It scrolls backwards.\nWhy? 🎬'
  await fill(page, text)
  await tick(page)
  await send(page).click()
  const notice = page.getByRole('alert')
  await expect(notice).toContainText('We couldn’t tell that you’re a person.')
  await expect(check(page)).toHaveAccessibleDescription(
    'Tick the box once more, so that we know you’re a person.',
  )
  await expect(tickBox(page)).not.toBeChecked()
  await expect(field(page, 'Message')).toHaveValue(text)
  problems.expect(422)

  await tick(page)
  await send(page).click()
  await expect(notice).toContainText(email)
  await expect(notice).toBeFocused()
  await expect(notice.getByRole('link', { name: 'Write an email' })).toHaveAttribute(
    'href',
    `mailto:${email}`,
  )
  await notice.getByRole('button', { name: 'Copy your message' }).click()
  await expect(notice.getByRole('button', { name: 'Copied your message' })).toBeVisible()
  await expect(notice.locator('[aria-live=polite]')).toHaveText('')
  await expect(notice.getByRole('button', { name: 'Copy your message' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text)
  problems.expect(503)

  let answer: Parameters<Route['fulfill']>[0]
  await page.route(`**${apiRoutes.contact}`, (route) => route.fulfill(answer))
  const unavailable = {
    code: 'contact_unavailable',
    detail: `We couldn’t take your message. Write to ${email} instead.`,
  }
  const notOurs = 'We couldn’t be reached. What you’ve typed stays here.'
  for (const [refusal, said] of [
    [{ status: 200, body: '<html>Log in' }, notOurs],
    [{ status: 503, contentType: 'application/problem+json', json: unavailable }, unavailable.detail],
    [{ status: 502, body: '<html>Log in' }, notOurs],
  ] as const) {
    answer = refusal
    await tick(page)
    await send(page).click()
    await expect(notice).toContainText(said)
    await expect(field(page, 'Message')).toHaveValue(text)
    if (refusal.status >= 400) problems.expect(refusal.status)
  }
  await page.unroute(`**${apiRoutes.contact}`)

  await page.reload()
  await expect(field(page, 'Message')).toHaveValue(text)
  await expect(page.getByRole('combobox')).toHaveValue('licensing')
  await field(page, 'Message').focus()
  // After the reload, the stand-in returns the two refused tokens again.
  await page.evaluate(() => Object.assign(window, { recaptchaTokens: [] }))
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
