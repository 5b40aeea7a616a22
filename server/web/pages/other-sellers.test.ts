import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import supertest from 'supertest'
import { describe, expect, onTestFinished, test } from 'vitest'
import { invoiceText } from '#shared/orders/invoice-text.ts'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { findForeignLaw } from '../../desk/findings/in-files.ts'
import { remind } from '../../licences/reminders/remind.ts'
import { followTransfers } from '../../shop/orders/follow-transfers.ts'
import { findOrder } from '../../shop/orders/order-store.ts'
import { refundOrder } from '../../shop/orders/refund-order.ts'
import { markPaid } from '../../shop/orders/take-payment.ts'
import { runAdmin } from '../../testing/support/admin.ts'
import { copyContent } from '../../testing/support/fixture-content.ts'
import { seedLicence } from '../../testing/support/licensing.ts'
import { readMails } from '../../testing/support/mailbox.ts'
import { cartBody, changeBody, newKey, passing } from '../../testing/support/shop.ts'
import { createTestApp } from '../../testing/support/test-app.ts'

const day = 24 * 60 * 60 * 1000
const by = { who: 'test' }
const gst = 'tax:\n  name: GST\n  divisor: 11\n'

const cards = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }

const site = readFileSync('content/site.yml', 'utf8')
const [privacy = ''] = /^ {4}# What the privacy policy names[\s\S]*?invoiceYears: 5\n/m.exec(site) ?? []

/** Shipped content with another seller. */
function contentWith(changes: { file: string; from: string; to: string }[]): string {
  const dir = copyContent()
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  for (const { file, from, to } of changes) {
    const text = readFileSync(join(dir, file), 'utf8')
    expect(text).toContain(from)
    writeFileSync(join(dir, file), text.replace(from, to))
  }
  return dir
}

async function openSite(dir: string, environment: NodeJS.ProcessEnv = {}) {
  const clock = { now: Date.parse('2026-11-22T03:00:00Z') }
  const dataDir = mkdtempSync(join(tmpdir(), 'seller-'))
  const options = { clock: () => new Date(clock.now), verifier: passing }
  const site = await createTestApp({ DATA_DIR: dataDir, CONTENT_DIR: dir, ...environment }, options)
  onTestFinished(async () => {
    await site.ctx.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const admin = (...args: string[]) => runAdmin({ DATA_DIR: dataDir, CONTENT_DIR: dir }, ...args)
  return { ...site, clock, admin }
}

type OpenSite = Awaited<ReturnType<typeof openSite>>

/** Text of every page, by path. */
async function readPages({ app }: OpenSite): Promise<[path: string, text: string][]> {
  const { text: sitemap } = await supertest(app).get('/sitemap.xml').expect(200)
  const listed = Array.from(sitemap.matchAll(/<loc>([^<]+)<\/loc>/g), ([, url = '']) => new URL(url).pathname)
  const others = [routes.cart, routes.licences, routes.renew, routes.activation]
  const paths = [...new Set([...listed, ...others])]
  const pages: [string, string][] = []
  for (const path of paths) pages.push([path, await readPage({ app }, path)])
  expect(pages.length).toBeGreaterThan(40)
  return pages
}

async function readPage({ app }: Pick<OpenSite, 'app'>, path: string): Promise<string> {
  const { text } = await supertest(app).get(path).expect(200)
  return wordsOf(text)
}

/** The visible words, the title and the description. */
function wordsOf(html: string): string {
  const described = Array.from(
    html.matchAll(/<meta name="description" content="([^"]*)"/g),
    ([, text]) => text,
  )
  const visible = html.replace(/<(script|style)\b.*?<\/\1>/gs, ' ').replace(/<[^>]+>/g, ' ')
  return [...described, visible].join(' ').replace(/\s+/g, ' ')
}

/** Text of the mails for a quote, three orders and a licence's last weeks, and of their documents. */
async function readAllMails({ app, ctx, clock }: OpenSite): Promise<string[]> {
  const { database, library } = ctx
  const { country } = library.typed.site.company
  const customer = { name: 'Ada Byron', email: 'ada@example.com', companyName: 'Acme', country }
  const post = (path: string, body: object) =>
    supertest(app).post(path).set('Idempotency-Key', newKey()).send(body).expect(201)
  const order = async () =>
    (await post(apiRoutes.checkout, cartBody({ customer, paymentMethod: 'invoice' }))).body.order
  const {
    expectedTotal: _,
    paymentMethod: _method,
    acceptTerms: _accepted,
    ...asked
  } = cartBody({ customer })
  const quote = (await post(apiRoutes.quotes, asked)).body.quote
  const [paid] = [await order(), await order()]
  const row = await findOrder(database.db, paid.id)
  if (row) await markPaid(ctx, row, {}, by)
  if (row) await refundOrder(ctx, row, {}, by)
  const { key } = await seedLicence(ctx, { sku: 'studio', updates_until: '2026-12-30T12:59:59.999Z' })
  const change = { licence: { key }, change: { extraSeats: 1 }, expectedTotal: 6900 }
  const changing = changeBody({ ...change, customer, paymentMethod: 'invoice' })
  const changed = await findOrder(database.db, (await post(apiRoutes.checkout, changing)).body.order.id)
  if (changed) await markPaid(ctx, changed, {}, by)
  const mails = await readMails(ctx)
  for (let week = 0; week < 6; week += 1) {
    clock.now += 7 * day
    await followTransfers(ctx)
    await remind(ctx)
    mails.push(...(await readMails(ctx)))
  }
  const kinds = await database.db.selectFrom('mails').select('kind').distinct().execute()
  expect(kinds.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining([
      ...['quote_made', 'order_received', 'order_paid', 'order_refunded', 'transfer_reminder'],
      ...['order_lapsed', 'licence_reminder'],
    ]),
  )
  const documents = await database.db.selectFrom('invoices').select('content').execute()
  return [
    JSON.stringify(invoiceText(quote.content)),
    ...documents.map(({ content }) => JSON.stringify(invoiceText(JSON.parse(String(content))))),
    ...mails.map(({ subject, text }) => `${subject}\n${text}`),
  ]
}

/** Offers a card, or names the provider. */
const offer = /\b(?:by|a|credit|debit|or) card\b|card (?:payment|details)|\bstripe\b/i

describe('a seller in Australia who isn’t registered for GST and takes no cards', () => {
  test('says nothing of either, on no page and in no mail', async () => {
    const site = await openSite(contentWith([{ file: 'pricing.yml', from: gst, to: 'tax: null\n' }]))
    const words = /\bGST\b|tax invoice|adjustment note/i
    for (const [path, text] of await readPages(site))
      expect([path, words.exec(text)?.[0], offer.exec(text)?.[0]]).toEqual([path, undefined, undefined])
    for (const text of await readAllMails(site)) {
      expect(text).not.toMatch(words)
      expect(text).not.toMatch(offer)
    }
    await supertest(site.app).get(routes.helpArticle('pay-by-card')).expect(404)
    const { stdout } = await site.admin('books', '--from', '2026-10-01', '--to', '2027-03-31')
    expect(stdout).toMatch(/^Total sales +\$69\.00$/m)
    expect(stdout).not.toMatch(/\bGST\b|\bG1\b|\b1A\b/)
  })
})

describe('a seller', () => {
  test('who takes cards says so wherever payment is explained', async () => {
    const site = await openSite('content', cards)
    const articles = [
      'pay-by-card',
      'pay-by-bank-transfer',
      'quotes-and-purchase-orders',
      'find-a-tax-invoice',
    ]
    const explaining = [routes.pricing, routes.terms, routes.privacy, routes.help]
    for (const path of [...explaining, ...articles.map(routes.helpArticle)])
      expect([path, await readPage(site, path)]).toEqual([path, expect.stringMatching(offer)])
    const mails = await readAllMails(site)
    expect(mails.filter((text) => /to be paid by card or bank transfer/.test(text))).toHaveLength(1)
    expect(mails.filter((text) => /you can also pay by card/.test(text))).not.toEqual([])
  })
})

describe('a seller in New Zealand', () => {
  const settings = [
    {
      file: 'pricing.yml',
      from: gst,
      to: 'tax: { name: GST, rate: [15, 100], included: true, country: NZ }\n',
    },
    { file: 'pricing.yml', from: 'currency: AUD', to: 'currency: NZD' },
    {
      file: 'site.yml',
      from: '  abn: 00 000 000 000\n',
      to: "  number: { label: NZBN, value: '9429 0000 00000' }\n  country: NZ\n",
    },
    { file: 'site.yml', from: 'timeZone: Australia/Sydney', to: 'timeZone: Pacific/Auckland' },
    {
      file: 'site.yml',
      from: '    state: New South Wales\n    consumer: Australian Consumer Law\n',
      to: '    consumer: Consumer Guarantees Act 1993\n',
    },
    {
      file: 'site.yml',
      from: privacy,
      to: `    privacy:
      law: the Privacy Act 2020
      regulator: Office of the Privacy Commissioner
      complaints: https://www.privacy.org.nz/
      rights: You may ask for what the Privacy Act 2020 gives you.
    invoiceYears: 7
`,
    },
    { file: 'site.yml', from: '  bsb: 000-000\n', to: '' },
  ]

  test('names neither Australia nor an ABN, though doctor points out the shipped privacy policy; and each sum’s currency once', async () => {
    const dir = contentWith(settings)
    const site = await openSite(dir)
    const words = /\bABN\b|\bBSB\b|Australia|\bAUD\b|NZD\s*\d|\d\s*NZD\b/
    for (const [path, text] of await readPages(site))
      expect([path, words.exec(text)?.[0], offer.exec(text)?.[0]]).toEqual([path, undefined, undefined])
    for (const text of await readAllMails(site)) expect(text).not.toMatch(words)
    const { text: terms } = await supertest(site.app).get(routes.terms).expect(200)
    expect(terms).toContain('The law of New Zealand applies')
    expect(terms).toContain('excluded under the Consumer Guarantees Act 1993')
    const { text: policy } = await supertest(site.app).get(routes.privacy).expect(200)
    for (const said of [
      'as required by the Privacy Act 2020',
      'href="https://www.privacy.org.nz/"',
      'You may ask for what the Privacy Act 2020 gives you.',
      'at least 7 years, as tax law requires',
      'Outside New Zealand',
    ])
      expect(policy).toContain(said)
    expect(policy).not.toContain('ask us to correct it')
    expect(findForeignLaw({ contentDir: dir }).map(({ where }) => where)).toEqual([
      join(dir, 'legal', 'privacy.md'),
    ])
    expect(findForeignLaw({ contentDir: 'content' })).toEqual([])
  })

  test('that names no law, or Australia’s, is told so by doctor, and its terms name its country’s', async () => {
    const isLaw = (dir: string) =>
      findForeignLaw({ contentDir: dir }).some(({ where }) => where.endsWith('company.law'))
    const isPrivacy = (dir: string) =>
      findForeignLaw({ contentDir: dir }).some(({ where }) => where.endsWith('company.law.privacy'))
    const abroad = { file: 'site.yml', from: '  abn: 00 000 000 000\n', to: '  country: NZ\n' }
    expect(isLaw(contentWith([abroad]))).toBe(true)
    expect(isPrivacy(contentWith([abroad]))).toBe(true)
    const from = '    state: New South Wales\n    consumer: Australian Consumer Law\n'
    const rest = { file: 'site.yml', from: privacy, to: '' }
    const dir = contentWith([abroad, { file: 'site.yml', from: `  law:\n${from}`, to: '' }, rest])
    expect(isLaw(dir)).toBe(true)
    expect(isPrivacy(dir)).toBe(true)
    expect(isPrivacy('content')).toBe(false)
    const { app } = await openSite(dir)
    const { text } = await supertest(app).get(routes.terms).expect(200)
    expect(text).toContain('excluded under the consumer law of New Zealand')
    const { text: policy } = await supertest(app).get(routes.privacy).expect(200)
    expect(policy).toContain('as required by the privacy law of New Zealand')
    expect(policy).toContain('complain to the authority for privacy of New Zealand.')
    expect(policy).toContain('as long as tax law requires')
  })

  test('whose law has an unknown member is refused by content check', async () => {
    const from = '    consumer: Australian Consumer Law\n'
    const dir = contentWith([{ file: 'site.yml', from, to: '    consumers: Australian Consumer Law\n' }])
    const { status, stderr } = await runAdmin({ CONTENT_DIR: dir }, 'content', 'check')
    expect(status).not.toBe(0)
    expect(stderr).toContain('consumers')
  })
})
