import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#server/testing/support/free-port.ts'
import { startRecaptcha } from '#server/testing/support/recaptcha-server.ts'
import { type StripeServer, startStripe } from '#server/testing/support/stripe-server.ts'
import { startSite } from './start-site.ts'

export type ShopSite = { url: string; stripe: StripeServer; dataDir: string; close(): Promise<void> }

/** Starts a site with cards, and stand-ins for Stripe and reCAPTCHA. */
export async function startShop(environment: Record<string, string> = {}): Promise<ShopSite> {
  const dataDir = mkdtempSync(join(tmpdir(), 'shop-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const secret = 'whsec_test'
  const stripe = await startStripe({ webhook: { url: `${url}/api/webhooks/stripe`, secret } })
  const recaptcha = await startRecaptcha()
  const site = await startSite({
    PORT: String(port),
    SITE_URL: url,
    DATA_DIR: dataDir,
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: secret,
    STRIPE_API_URL: stripe.url,
    RECAPTCHA_BASE_URL: recaptcha.url,
    RATE_LIMIT_FACTOR: '0',
    ...environment,
  })
  return {
    url,
    stripe,
    dataDir,
    async close() {
      await site.close()
      await Promise.all([stripe.close(), recaptcha.close()])
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
