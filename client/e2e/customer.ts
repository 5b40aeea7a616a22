import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { APIRequestContext, Page } from '@playwright/test'
import PostalMime, { type Email } from 'postal-mime'
import { passingToken } from '#server/testing/support/recaptcha-server.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { placeOrder } from './place-order.ts'
import type { ShopSite } from './shop-site.ts'
import { expect, hydrated } from './test.ts'

export const ada = 'ada@example.com'

export type Customer = ReturnType<typeof customerOf>

/** Customers' steps outside the shop's pages. */
export function customerOf({ url, dataDir, stripe }: ShopSite) {
  const read = new Map<string, Promise<Email>>()

  /** Reads each file once, because invoices make mails large. */
  function mailIn(path: string): Promise<Email> {
    const mail = read.get(path) ?? PostalMime.parse(readFileSync(path))
    read.set(path, mail)
    return mail
  }

  /** Links from matching mails, oldest first. */
  async function linksTo(address: string, subject: RegExp): Promise<string[]> {
    const dir = join(dataDir, 'mail')
    const files = readdirSync(dir).filter((name) => name.endsWith('.eml'))
    const mails = await Promise.all(files.map((name) => mailIn(join(dir, name))))
    return mails
      .filter(({ to, subject: about = '' }) => to?.[0]?.address === address && subject.test(about))
      .toSorted((a, b) => String(a.date).localeCompare(String(b.date)))
      .map(({ text = '' }) => /https?:\S+[?&]token=\S+/.exec(text)?.[0] ?? '')
  }

  async function countLinks(address: string, subject: RegExp): Promise<number> {
    return (await linksTo(address, subject).catch(() => [])).length
  }

  /** @param before the number of earlier matching mails */
  async function nextLink(address: string, subject: RegExp, before: number): Promise<string> {
    await expect.poll(() => countLinks(address, subject)).toBeGreaterThan(before)
    return (await linksTo(address, subject)).at(-1) ?? ''
  }

  /** Signs in by the mailed link, without its pages. */
  async function signIn(page: Page, address = ada): Promise<void> {
    const { request } = page.context()
    const before = await countLinks(address, linkSubject)
    await request.post(url + apiRoutes.licencesLink, {
      data: { email: address, verification: passingToken() },
    })
    const link = new URL(await nextLink(address, linkSubject, before))
    const token = link.searchParams.get('token') ?? ''
    await request.post(url + routes.licencesOpen, { form: { token }, maxRedirects: 0 })
    await page.goto(url + routes.licences)
    await hydrated(page)
  }

  /** Signs in as a person does. */
  async function signInByHand(page: Page, { address = ada, script = true } = {}): Promise<void> {
    const before = await countLinks(address, linkSubject)
    await page.goto(url + routes.licences)
    if (script) await hydrated(page)
    await page.getByRole('textbox', { name: 'Email' }).fill(address)
    const box = page.frameLocator('iframe').getByRole('checkbox', { name: 'I’m not a robot' })
    if (script) await box.check()
    await page.getByRole('button', { name: 'Send me a link' }).click()
    await expect(heading(page)).toHaveText('Check your email.')
    await page.goto(await nextLink(address, linkSubject, before))
    await page.getByRole('button', { name: 'Open your licences' }).click()
    await expect(heading(page)).toHaveText('Your licences')
    // An earlier press would open a page without the licence.
    if (script) await hydrated(page)
  }

  async function buy(
    request: APIRequestContext,
    method: 'card' | 'invoice' = 'card',
    buyer: Parameters<typeof placeOrder>[3] = {},
  ) {
    const placed = await placeOrder(request, method, url, buyer)
    if (method === 'card') await request.post(stripe.pageOf(placed.order.id))
    return placed
  }

  async function turnOn(request: APIRequestContext, licenceKey: string, id: string) {
    const machine = { id, name: id, os: 'Windows 11' }
    const answer = await request.post(url + apiRoutes.activation, {
      data: { licenceKey, machine, appVersion: '1.0.0' },
    })
    expect(answer.ok()).toBe(true)
  }

  return { countLinks, nextLink, signIn, signInByHand, buy, turnOn }
}

export const linkSubject = /^Your link to your licences$/

export const heading = (page: Page) => page.getByRole('heading', { level: 1 })

export const card = (page: Page, index = 0) => page.locator('section.Licence').nth(index)

export async function keyOf(page: Page): Promise<string> {
  await card(page)
    .getByRole('button', { name: /Show the key/ })
    .click()
  return (await card(page).locator('.KeyLine code').textContent()) ?? ''
}
