import { apiRoutes } from '#shared/routes/api-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { expect, hydrated, test } from './test.ts'

test('an unknown address is the 404 page, which keeps the focus, with a way home', async ({
  page,
  problems,
}) => {
  const answer = await page.goto('/nowhere')
  expect(answer?.status()).toBe(404)
  await hydrated(page)
  await expect(page).toHaveTitle(/^This page could not be found - /)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page could not be found')
  const added = await page.evaluateHandle(watchSections)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.locator('#main')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(routes.home)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Experience the difference.')
  expect(await added.jsonValue()).not.toContain('ErrorView')
  problems.expect(404)
})

test('within the page an unknown address is the 404 page too, and data that cannot be had an error page with a large icon', async ({
  page,
  problems,
}) => {
  await page.goto(routes.pricing)
  await hydrated(page)
  await goWithin(page, '/nowhere')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page could not be found')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pricing')

  await page.route(`**${apiRoutes.content}/**`, (route) =>
    route.fulfill({ status: 500, json: { message: 'down' } }),
  )
  await page.getByRole('contentinfo').getByRole('link', { name: 'News' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('An error occurred')
  const icon = page.getByRole('img', { name: 'Error: the line has broken' })
  expect((await icon.boundingBox())?.width).toBeGreaterThan(200)
  await expect(page.getByRole('link', { name: 'Return to Home page' })).toBeVisible()
  problems.allow()
})

/** Navigates by the router, as an entry of the history does. */
async function goWithin(page: import('@playwright/test').Page, path: string) {
  await page.evaluate((to) => {
    history.pushState(history.state, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  }, path)
}

/** Runs in the page: lists the classes of the sections that are added from now on. */
function watchSections(): string[] {
  const added: string[] = []
  new MutationObserver((records) => {
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes]))
      if (node instanceof Element)
        for (const { className } of [node, ...node.querySelectorAll('section')]) added.push(className)
  }).observe(document.body, { childList: true, subtree: true })
  return added
}
