import type { Page } from '@playwright/test'
import { helpApiRoutes, helpRoutes } from '#shared/help/help-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { expect, hold, hydrated, test } from './test.ts'

const field = (page: Page) => page.getByRole('combobox', { name: 'What are you trying to do?' })
const options = (page: Page) => page.getByRole('option')
const active = async (page: Page) => {
  const id = await field(page).getAttribute('aria-activedescendant')
  return id && (await page.locator(`[id="${id}"] strong`).textContent())
}
const lostKey = routes.helpArticle('lost-or-leaked-key')

async function openHelp(page: Page) {
  await page.goto(routes.help)
  await hydrated(page)
}

test.describe('the search', () => {
  test('lists while typing, says how it goes, and is closed and chosen from by keys and clicks', async ({
    page,
    problems,
  }) => {
    await openHelp(page)
    const release = await hold(page, `**${helpApiRoutes.search}?**`)
    await field(page).pressSequentially('xylophone')
    await expect(page.getByText('Looking…')).toBeVisible()
    release()
    await expect(page.getByText('Nothing found.')).toBeVisible()
    await page.route(`**${helpApiRoutes.search}?**`, (route) => route.abort())
    await field(page).fill('zither')
    await expect(page.getByText('The search couldn’t be reached.')).toBeVisible()
    problems.allow('net::ERR_FAILED')
    await page.unroute(`**${helpApiRoutes.search}?**`)

    await field(page).fill('')
    await field(page).pressSequentially('gst')
    await expect(options(page).first()).toBeVisible()
    await field(page).press('Escape')
    await expect(options(page)).toHaveCount(0)
    await expect(field(page)).toHaveValue('gst')
    await field(page).press('ArrowDown')
    await expect(options(page).first()).toHaveAttribute('aria-selected', 'true')
    await field(page).press('Escape')
    await field(page).press('Escape')
    await expect(field(page)).toHaveValue('')
    await field(page).press('Enter')
    await expect(page).toHaveURL(routes.help)

    await expect(field(page)).toHaveAttribute('aria-expanded', 'false')
    await field(page).pressSequentially('lost key')
    await expect(options(page).first()).toContainText('If a key is lost or leaked')
    await expect(field(page)).toHaveAttribute('aria-expanded', 'true')
    await expect(page.getByRole('status').filter({ hasText: /^\d+ found\.$/ })).toBeVisible()
    expect(await active(page)).toBe(null)

    await field(page).press('ArrowDown')
    expect(await active(page)).toBe('If a key is lost or leaked')
    await field(page).press('ArrowUp')
    expect(await active(page)).toBe(null)
    await field(page).press('ArrowUp')
    await expect(options(page).last()).toHaveAttribute('aria-selected', 'true')
    await field(page).press('ArrowDown')
    await field(page).press('ArrowDown')
    await expect(field(page)).toBeFocused()
    await field(page).press('Enter')
    await expect(page).toHaveURL(lostKey)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('If a key is lost or leaked')

    await page.goBack()
    await field(page).fill('')
    await field(page).pressSequentially('wayland')
    await expect(options(page).first()).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(options(page)).toHaveCount(0)
    await field(page).focus()
    await field(page).press('ArrowDown')
    await options(page).filter({ hasText: 'Install it, and remove it' }).click()
    await expect(page).toHaveURL(routes.helpArticle('install-and-remove'))
  })

  for (const javaScriptEnabled of [true, false]) {
    test.describe(`with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, () => {
      test.use({ javaScriptEnabled })
      test('is a page with an address of its own when it is sent, whose folded answers open below their questions', async ({
        page,
      }) => {
        await page.goto(routes.help)
        await field(page).fill('lost key')
        await page.getByRole('button', { name: 'Find' }).click()
        await expect(page).toHaveURL(`${routes.help}?q=lost+key`)
        await expect(page.getByRole('heading', { name: 'Found for “lost key”' })).toBeVisible()
        await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
        await page.locator('.Result').first().getByRole('link').click()
        await expect(page).toHaveURL(lostKey)

        await page.goto(helpRoutes.found('studio machine without internet'))
        if (javaScriptEnabled) await hydrated(page)
        await page.locator('.Result').getByRole('link', { name: 'Our studio machine has no' }).click()
        const fold = page.locator('.Faq details').filter({ hasText: 'Our studio machine has no' })
        await expect(fold.getByText('Save a request file')).toBeInViewport()
        await expect(fold.locator('summary')).toBeInViewport()
      })
    })
  }
})

test('a question that nothing answers goes into the message to us', async ({ page }) => {
  await page.goto(helpRoutes.found('does it have a zither'))
  await hydrated(page)
  await expect(page.getByText('We have nothing about “zither”.')).toBeVisible()
  await page.locator('.Result-none').getByRole('link', { name: 'Write to us' }).click()
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(/^does it have a zither/)
})

test('an article leads on, and a reader to whom it was not clear to a message that names it', async ({
  page,
}) => {
  await page.goto(lostKey)
  await hydrated(page)
  const more = page.getByRole('navigation', { name: 'More help' })
  await expect(more.getByRole('link')).toHaveCount(2)
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByText('Thank you. Good to know.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Was this clear?' })).toBeFocused()
  await page.getByRole('link', { name: 'No, tell us what isn’t' }).click()
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(
    /^About “If a key is lost or leaked”/,
  )
})

test('an address that is no article names nothing in the message', async ({ page }) => {
  for (const about of ['/help/none', '/news/version-2-3', 'https://example.com', '/help']) {
    await page.goto(routes.contactAbout(about))
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('')
  }
})

test('a message that is being written finds its articles, below its button', async ({ page }) => {
  await page.goto(routes.contact)
  await hydrated(page)
  const send = page.getByRole('button', { name: 'Send message' })
  const before = await send.boundingBox()
  await page.getByRole('textbox', { name: 'Message' }).pressSequentially('I have lost my key')
  const found = page.getByRole('region', { name: 'This may answer it already' })
  await expect(found.getByRole('link').first()).toHaveText('If a key is lost or leaked')
  expect(await send.boundingBox()).toEqual(before)
  await found.getByRole('link').first().click()
  await expect(page).toHaveURL(lostKey)
  await page.goBack()
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('I have lost my key')
})
