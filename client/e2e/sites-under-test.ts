import { join } from 'node:path'
import { root } from '#server/runtime/root.ts'
import { freePort } from '#server/testing/support/free-port.ts'

// The runner chooses the ports, and workers inherit them with the environment.
process.env.TEST_PORTS ??= (await Promise.all([freePort(), freePort(), freePort(), freePort()])).join()
const [plain, withAnalytics, webTier, verification] = process.env.TEST_PORTS.split(',').map((port) => ({
  port: Number(port),
  url: `http://127.0.0.1:${port}`,
})) as [Address, Address, Address, Address]

type Address = { port: number; url: string }

/** The stand-in for the human verification service. */
export const recaptcha = verification

export const dataDirOf = (port: number) => join(root, `test-results/data-${port}`)

export const sitesUnderTest = {
  plain: { ...plain, environment: { ANALYTICS_ID: '', CORS_ORIGINS: webTier.url } },
  withAnalytics: { ...withAnalytics, environment: { ANALYTICS_ID: 'G-TEST' } },
  /** This web tier preloads no prices, so its pages fetch them across origins. */
  webTier: {
    ...webTier,
    environment: { ANALYTICS_ID: '', API_BASE_URL: plain.url, PRELOAD_TIMEOUT_MS: '0' },
  },
}
