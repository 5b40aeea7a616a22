import { onTestFinished } from 'vitest'
import { type SiteProcess, startSiteProcess } from '../soak/site-process.ts'
import { startRecaptcha } from './recaptcha-server.ts'
import { stripeEnvironment, type TestShop } from './shop.ts'

/** Starts processes on the shop's database. */
export async function startSites({ environment, stripe }: TestShop, count: number): Promise<SiteProcess[]> {
  const recaptcha = await startRecaptcha()
  onTestFinished(() => recaptcha.close())
  const variables = {
    ...environment,
    ...stripeEnvironment(stripe),
    RECAPTCHA_BASE_URL: recaptcha.url,
    RATE_LIMIT_FACTOR: '0',
  }
  const started = Array.from({ length: count }, () => startSiteProcess(variables))
  for (const site of started) onTestFinished(async () => (await site).kill())
  return Promise.all(started)
}
