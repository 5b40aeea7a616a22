import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { listen } from '../../web/http/listen.ts'
import { startSiteProcess } from '../soak/site-process.ts'
import { startRecaptcha } from './recaptcha-server.ts'
import { stripeEnvironment, type TestShop } from './shop.ts'

export type TwoSites = {
  addresses: [string, string]
  /** Ends the other process. @returns its exit code */
  stopOther(): Promise<number | null>
}

/** Serves the shop from this process, and its database from another one too. A start takes two seconds of a core. */
export async function serveFromTwo({ app, environment, stripe }: TestShop): Promise<TwoSites> {
  const recaptcha = await startRecaptcha()
  onTestFinished(() => recaptcha.close())
  const other = await startSiteProcess({
    ...environment,
    ...stripeEnvironment(stripe),
    RECAPTCHA_BASE_URL: recaptcha.url,
    RATE_LIMIT_FACTOR: '0',
  })
  onTestFinished(() => other.kill())
  const server = await listen(app, { port: 0, host: '127.0.0.1' })
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { addresses: [own, other.address], stopOther: () => other.stop() }
}
