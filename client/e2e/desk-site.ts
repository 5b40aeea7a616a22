import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Cookie, Page } from '@playwright/test'
import PostalMime from 'postal-mime'
import { deskRoutes } from '#shared/desk-routes.ts'
import { type ShopSite, startShop } from './shop-site.ts'
import { expect } from './test.ts'

export type DeskSite = ShopSite & {
  open(page: Page, path: string): ReturnType<Page['goto']>
  /** Goes through the mailed link without a script. */
  signIn(browser: Browser, email: string): Promise<Cookie[]>
  /** @returns the text, or nothing yet */
  mailTo(email: string, subject: string): Promise<string>
}

/** A shop with an owner, a supporter and a bookkeeper. */
export async function startDesk(): Promise<DeskSite> {
  const contentDir = mkdtempSync(join(tmpdir(), 'content-'))
  cpSync('content', contentDir, { recursive: true })
  const file = join(contentDir, 'site.yml')
  const staff = { alex: 'owner', robin: 'support', casey: 'books' }
  const members = Object.entries(staff).map(([name, role]) => `{ email: ${name}@example.com, role: ${role} }`)
  writeFileSync(file, readFileSync(file, 'utf8').replace('staff: []', `staff: [${members.join(', ')}]`))
  const shop = await startShop({ CONTENT_DIR: contentDir })
  const open = (page: Page, path: string) => page.goto(shop.url + path)
  return {
    ...shop,
    open,
    signIn,
    mailTo,
    async close() {
      await shop.close()
      rmSync(contentDir, { recursive: true, force: true })
    },
  }

  async function signIn(browser: Browser, email: string): Promise<Cookie[]> {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await open(page, deskRoutes.home)
    await expect(title(page)).toHaveText('The desk')
    await page.getByRole('textbox', { name: 'Your address' }).fill(email)
    await page.getByRole('button', { name: 'Mail me a link' }).click()
    await expect(title(page)).toHaveText('Look in your mail')
    await expect.poll(() => linkTo(email)).toBeTruthy()
    const link = await linkTo(email)
    await page.goto(link)
    await page.getByRole('button', { name: 'Open the desk' }).click()
    await expect(page).toHaveURL(shop.url + deskRoutes.home)
    await page.goto(link)
    await page.getByRole('button', { name: 'Open the desk' }).click()
    await expect(title(page)).toHaveText('This link no longer opens')
    const cookies = await context.cookies()
    await context.close()
    return cookies
  }

  async function linkTo(email: string): Promise<string> {
    const text = await mailTo(email, 'Your link to the desk')
    return /https?:\S+[?&]token=\S+/.exec(text)?.[0] ?? ''
  }

  async function mailTo(email: string, subject: string): Promise<string> {
    const dir = join(shop.dataDir, 'mail')
    const files = readdirSync(shop.dataDir).includes('mail') ? readdirSync(dir) : []
    const mails = await Promise.all(
      files
        .filter((name) => name.endsWith('.eml'))
        .map((name) => PostalMime.parse(readFileSync(join(dir, name)))),
    )
    const mail = mails.find((each) => each.to?.[0]?.address === email && each.subject === subject)
    return mail?.text ?? ''
  }
}

export const title = (page: Page) => page.getByRole('heading', { level: 1 })
export const done = (page: Page) => page.getByRole('status').filter({ visible: true })

/** Checks the page's width at 360 pixels, and both colour schemes with axe. */
export async function expectAccessible(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 360, height: 800 })
  const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect([path, Math.max(0, tooWide)]).toEqual([path, 0])
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const { violations } = await new AxeBuilder({ page }).analyze()
    const found = violations.map(({ id, nodes }) => [id, nodes[0]?.html])
    expect([path, colorScheme, found]).toEqual([path, colorScheme, []])
  }
}

/** The browser notes an answer that refuses. */
export function takeRefusal(problems: string[], status: number): void {
  expect(problems.splice(0)).toEqual([expect.stringContaining(`status of ${status}`)])
}
