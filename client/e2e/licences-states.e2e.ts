import { paleOnPaper, violationsIn, violationsInColours } from './axe.ts'
import { whatLargeTextBreaks } from './large-text.ts'
import { licencesStates } from './licences-states.ts'
import { test } from './shop-page.ts'
import { expect } from './test.ts'

test.use({ viewport: { width: 320, height: 640 } })

test('every state of the pages of one’s licences breaks no rule of axe, light and dark, fits 320 pixels, and prints dark', async ({
  page,
  context,
  problems,
  shop,
}) => {
  test.setTimeout(600_000)
  const states = await licencesStates(shop, context, 'mary@example.com')
  const cookies = await context.cookies()
  for (const [name, open] of Object.entries(states)) {
    // Some states sign out.
    await context.addCookies(cookies)
    await page.emulateMedia({ colorScheme: 'light' })
    await open(page)
    // Bar and footer are the same on every page.
    expect.soft(await violationsIn(page, { within: 'main' }), name).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    expect.soft(await violationsInColours(page, { within: 'main' }), `${name}, dark`).toEqual([])
    await page.emulateMedia({ media: 'print' })
    expect.soft(await page.evaluate(paleOnPaper), `${name}, printed`).toEqual([])
    await page.emulateMedia({ media: 'screen' })
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect.soft(wide, name).toBeLessThanOrEqual(0)
  }
  await context.addCookies(cookies)
  await states.licencesMine?.(page)
  expect.soft(await whatLargeTextBreaks(page), 'large text').toEqual([])
  // Two links are used up, and one licence doesn't exist.
  problems.expect(410, 410, 404)
})
