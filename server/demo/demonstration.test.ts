import { once } from 'node:events'
import { appendFileSync, readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import supertest from 'supertest'
import { afterEach, expect, test } from 'vitest'
import { apiRoutes } from '#shared/routes/api-routes.ts'
import { routes } from '#shared/routes/routes.ts'
import { readConfig } from '../config.ts'
import type { AppContext, Options } from '../context.ts'
import { findInDatabase } from '../desk/findings/in-database.ts'
import { mailDelivery } from '../mails.ts'
import { deliverNext } from '../messages/mail/deliver.ts'
import { createMailTransport } from '../messages/mail/transport.ts'
import { deliverWebhook } from '../messages/webhooks/deliver.ts'
import { isDemonstration } from '../runtime/demonstration.ts'
import { findOrder } from '../shop/orders/order-store.ts'
import { settleDue } from '../shop/orders/settle-due.ts'
import { markPaid } from '../shop/orders/take-payment.ts'
import { describeOnEitherEngine } from '../testing/support/databases.ts'
import { copyContent } from '../testing/support/fixture-content.ts'
import { cartBody, newKey, passing } from '../testing/support/shop.ts'
import { startSmtpServer } from '../testing/support/smtp-server.ts'
import { createTestApp, type TestApp } from '../testing/support/test-app.ts'
import { runDemo } from './run-demo.ts'

const end = new Date('2026-11-22T02:00:00Z')
const see = { quarantine: '', dead: '', retried: '' }

describeOnEitherEngine('the mark of a demonstration', ({ create }) => {
  const closing: (() => unknown)[] = []

  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
  })

  /** Somebody who takes webhooks, and would answer for the card provider too. */
  async function startReceiver() {
    const received: string[] = []
    const server = createServer((req, res) => {
      received.push(String(req.url))
      res.end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    closing.push(() => server.close())
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received }
  }

  async function useRealSettings() {
    const { url, received } = await startReceiver()
    const smtp = await startSmtpServer()
    closing.push(smtp.stop)
    const CONTENT_DIR = copyContent()
    const hook = `${url}/hook`
    const webhooks = `\nwebhooks:\n  - url: ${hook}\n    events: [order.paid, licence.issued]\n`
    appendFileSync(join(CONTENT_DIR, 'site.yml'), webhooks)
    const settings = {
      CONTENT_DIR,
      SMTP_URL: smtp.url,
      WEBHOOK_SECRET: `whsec_${'A'.repeat(32)}`,
      WEBHOOKS_ALLOW_PRIVATE: '1',
      STRIPE_SECRET_KEY: 'sk_live_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      STRIPE_API_URL: url,
      RECAPTCHA_SECRET_KEY: 'the-secret',
      RECAPTCHA_SITE_KEY: 'the-site',
      RECAPTCHA_BASE_URL: url,
      ANALYTICS_ID: 'G-TEST1',
    }
    return { settings, hook, received, mails: smtp.received }
  }

  async function start(settings: NodeJS.ProcessEnv, options: Options = {}): Promise<TestApp> {
    const site = await createTestApp(settings, options)
    closing.push(() => site.ctx.close())
    return site
  }

  const checkOut = ({ app }: TestApp, paymentMethod: 'card' | 'invoice') =>
    supertest(app).post(apiRoutes.checkout).set('Idempotency-Key', newKey()).send(cartBody({ paymentMethod }))

  async function sell(site: TestApp): Promise<void> {
    const { body } = await checkOut(site, 'invoice').expect(201)
    const order = await findOrder(site.ctx.database.db, body.order.id)
    if (order) await markPaid(site.ctx, order, {}, { who: 'test' })
  }

  /** Delivers all that is due. */
  async function deliverAll(ctx: AppContext, hook: string): Promise<void> {
    const delivery = { ...mailDelivery(ctx), transport: createMailTransport(ctx.config) }
    while (await deliverNext(delivery));
    while (await deliverWebhook(ctx, hook));
  }

  test('keeps everything here, also where a site with real settings is started on it', async () => {
    const { environment, database } = await create()
    const { settings, hook, received, mails } = await useRealSettings()
    await runDemo(readConfig({ ...environment, ...settings }), { orders: 1, seed: 7, end })
    const queued = () => database.db.selectFrom('webhook_deliveries').select('id').execute()
    expect(await queued()).toEqual([])

    const site = await start({ ...environment, ...settings, API_BASE_URL: 'https://shop.example' })
    expect(site.ctx.isDemonstration).toBe(true)
    const { body: refused } = await checkOut(site, 'card').expect(422)
    expect(refused.code).toBe('payment_method_unavailable')
    await sell(site)
    const page = await supertest(site.app).get(routes.contact).expect(200)
    expect(page.text).toContain('value="demonstration"')
    expect(page.get('content-security-policy')).not.toMatch(/127\.0\.0\.1|google|shop\.example/)
    // The site's own script makes a policy, and stops where it may not.
    expect(page.get('content-security-policy')).not.toContain("trusted-types 'none'")
    expect(site.ctx.publicConfig).toMatchObject({ apiBaseUrl: '', analyticsId: '', verification: null })
    await settleDue(site.ctx)
    await deliverAll(site.ctx, hook)
    expect(readdirSync(join(environment.DATA_DIR, 'mail')).length).toBeGreaterThan(0)
    expect({ received, mails, queued: await queued() }).toEqual({ received: [], mails: [], queued: [] })
    const findings = await findInDatabase(database.db, { site: { webhooks: [] }, now: end, see })
    expect(findings.map(({ found }) => found)).toContain('a demonstration')
  })

  test('is never put on a real shop, whose mails and webhooks leave it', async () => {
    const { environment, database } = await create()
    const { settings, hook, received, mails } = await useRealSettings()
    const real = { ...environment, ...settings }
    const site = await start(real, { verifier: passing })
    await sell(site)
    const again = runDemo(readConfig(real), { orders: 1, seed: 7, end })
    await expect(again).rejects.toThrow('There are orders already')
    expect(await isDemonstration(database.db)).toBe(false)
    await deliverAll(site.ctx, hook)
    expect(received).toContain('/hook')
    expect(mails.length).toBeGreaterThan(0)
  })
})
