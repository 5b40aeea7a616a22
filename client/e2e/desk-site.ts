import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Cookie, Page } from '@playwright/test'
import PostalMime from 'postal-mime'
import { contentWithStaff } from '#server/testing/support/content-with-staff.ts'
import { deskApiRoutes, deskRoutes } from '#shared/routes/desk-routes.ts'
import { frame, hiddenByForcedColours, violationsIn, violationsInColours } from './axe.ts'
import { type ShopSite, startShop } from './shop-site.ts'
import { expect } from './test.ts'

export type DeskSite = ShopSite & {
  open(page: Page, path: string): ReturnType<Page['goto']>
  /** Signs in by the mailed link, without its pages. */
  signIn(browser: Browser, email: string): Promise<Cookie[]>
  /** Signs in by the mailed link without script. @returns to the requested page */
  signInByHand(browser: Browser, email: string, path: string): Promise<void>
  /** Requests a link on the sign-in page, and opens it in that tab up to the requested page. */
  signInHere(page: Page, email: string): Promise<void>
  /** @returns the text; empty if there is none yet */
  mailTo(email: string, subject: string | RegExp): Promise<string>
}

/** A shop with an owner, a supporter and a bookkeeper. */
export async function startDesk(environment: Record<string, string> = {}): Promise<DeskSite> {
  const contentDir = contentWithStaff(tmpdir(), [
    { email: 'alex@example.com', role: 'owner' },
    { email: 'robin@example.com', role: 'support' },
    { email: 'casey@example.com', role: 'books' },
  ])
  const shop = await startShop({ CONTENT_DIR: contentDir, ...environment })
  const open = (page: Page, path: string) => page.goto(shop.url + path)
  return {
    ...shop,
    open,
    signIn,
    signInByHand,
    signInHere,
    mailTo,
    async close() {
      await shop.close()
      rmSync(contentDir, { recursive: true, force: true })
    },
  }

  async function signIn(browser: Browser, email: string): Promise<Cookie[]> {
    const context = await browser.newContext()
    await context.request.post(shop.url + deskApiRoutes.link, { data: { email } })
    await expect.poll(() => linkTo(email)).toBeTruthy()
    const token = new URL(await linkTo(email)).searchParams.get('token') ?? ''
    await context.request.post(shop.url + deskRoutes.open, { form: { token }, maxRedirects: 0 })
    const cookies = await context.cookies()
    await context.close()
    return cookies
  }

  async function signInByHand(browser: Browser, email: string, path: string): Promise<void> {
    const context = await browser.newContext({ javaScriptEnabled: false, reducedMotion: 'reduce' })
    const page = await context.newPage()
    await open(page, path)
    await expect(title(page)).toHaveText('The desk')
    await page.getByRole('textbox', { name: 'Your address' }).fill(email)
    await page.getByRole('button', { name: 'Mail me a link' }).click()
    await expect(title(page)).toHaveText('Check your email')
    await expect.poll(() => linkTo(email)).toBeTruthy()
    const link = await linkTo(email)
    await page.goto(link)
    await page.getByRole('button', { name: 'Open the desk' }).click()
    await expect(page).toHaveURL(shop.url + path)
    await page.goto(link)
    await page.getByRole('button', { name: 'Open the desk' }).click()
    await expect(title(page)).toHaveText('This link no longer opens')
    await context.close()
  }

  async function signInHere(page: Page, email: string): Promise<void> {
    const before = await linksTo(email)
    await page.getByRole('textbox', { name: 'Your address' }).fill(email)
    await page.getByRole('button', { name: 'Mail me a link' }).click()
    await expect(title(page)).toHaveText('Check your email')
    const another = async () => (await linksTo(email)).find((link) => !before.includes(link)) ?? ''
    await expect.poll(another).toBeTruthy()
    await page.goto(await another())
    await page.getByRole('button', { name: 'Open the desk' }).click()
  }

  async function linkTo(email: string): Promise<string> {
    const [link = ''] = await linksTo(email)
    return link
  }

  async function linksTo(email: string): Promise<string[]> {
    const texts = await mailsTo(email, 'Your link to the desk')
    return texts.flatMap((text) => /https?:\S+[?&]token=\S+/.exec(text)?.[0] ?? [])
  }

  async function mailTo(email: string, subject: string | RegExp): Promise<string> {
    const [text = ''] = await mailsTo(email, subject)
    return text
  }

  async function mailsTo(email: string, subject: string | RegExp): Promise<string[]> {
    const dir = join(shop.dataDir, 'mail')
    const files = readdirSync(shop.dataDir).includes('mail') ? readdirSync(dir) : []
    const mails = await Promise.all(
      files
        .filter((name) => name.endsWith('.eml'))
        .map((name) => PostalMime.parse(readFileSync(join(dir, name)))),
    )
    const isIt = (said = '') => (typeof subject === 'string' ? said === subject : subject.test(said))
    const found = mails.filter((each) => each.to?.[0]?.address === email && isIt(each.subject))
    return found.map(({ text }) => text ?? '')
  }
}

export const title = (page: Page) => page.getByRole('heading', { level: 1 })
export const done = (page: Page) => page.getByRole('status').filter({ visible: true })

/** Checks widths of the page and its tables, and all but its frame in each colour scheme. */
export async function expectAccessible(page: Page, path: string): Promise<void> {
  for (const width of [1280, 768, 360]) {
    await page.setViewportSize({ width, height: 800 })
    expect([path, width, await findTooWide(page)]).toEqual([path, width, []])
  }
  expect([path, await findUnlinked(page)]).toEqual([path, []])
  // Without this, colours would be measured during a transition.
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  expect([path, await violationsIn(page, { except: frame })]).toEqual([path, []])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect([path, 'dark', await violationsInColours(page, { except: frame })]).toEqual([path, 'dark', []])
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' })
  expect([path, 'forced colours', await page.evaluate(hiddenByForcedColours)]).toEqual([
    path,
    'forced colours',
    [],
  ])
  await page.emulateMedia({ colorScheme: 'dark', forcedColors: 'none' })
}

/** A row's address needs a column that is `main`. @returns labels of lists whose rows lead nowhere */
function findUnlinked(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.Rows--list')]
      .filter((table) => !table.querySelector('td.main, td :is(a, button, summary)'))
      .map((table) => table.ariaLabel ?? 'table'),
  )
}

/** A table can run into its neighbour without widening the page. @returns label and excess in pixels */
function findTooWide(page: Page): Promise<[string, number][]> {
  return page.evaluate(() => {
    const excess = [...document.querySelectorAll('.Rows')].map((table): [string, number] => [
      table.ariaLabel ?? 'table',
      table.getBoundingClientRect().right - (table.parentElement?.getBoundingClientRect().right ?? 0),
    ])
    const page = document.documentElement.scrollWidth - window.innerWidth
    return [['page', page] as [string, number], ...excess].filter(([, pixels]) => pixels >= 1)
  })
}
