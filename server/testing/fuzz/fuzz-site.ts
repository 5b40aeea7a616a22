import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSiteProcess } from '../soak/site-process.ts'
import { contentWithStaff } from '../support/content-with-staff.ts'
import { startRecaptcha } from '../support/recaptcha-server.ts'
import { openShop } from '../support/shop.ts'
import { startStripe } from '../support/stripe-server.ts'
import { runFuzz } from './run-fuzz.ts'
import { type FuzzCustomer, fuzzOwner, seedCustomer } from './seed-customer.ts'

/** Allowed growth in MB after warm-up: the page cache's 32, and other caches. */
const growthMax = 64

/** Starts a site with an owner and a customer, and sends it generated requests. @throws Error on a wrong answer or growing memory */
export async function fuzzSite({ seconds, seed }: { seconds: number; seed: number }): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fuzz-'))
  const customer = await seedCustomerIn(dataDir)
  const contentDir = contentWithStaff(dataDir, [{ email: fuzzOwner, role: 'owner' }])
  const [stripe, recaptcha] = await Promise.all([startStripe(), startRecaptcha()])
  const site = await startSiteProcess(
    {
      DATA_DIR: dataDir,
      CONTENT_DIR: contentDir,
      STRIPE_SECRET_KEY: 'sk_test_fuzz',
      STRIPE_WEBHOOK_SECRET: 'whsec_fuzz',
      STRIPE_API_URL: stripe.url,
      RECAPTCHA_BASE_URL: recaptcha.url,
      RATE_LIMIT_FACTOR: '0',
    },
    new URL('watch-loop.ts', import.meta.url),
  )
  const loop = { longestTurn: async () => Number(await site.askWitness('turn')) }
  try {
    console.log(`seed ${seed}, ${seconds} seconds`)
    const held = async () => Number(await site.askWitness('held'))
    const memory = [await held()]
    const warm = await runFuzz(site.address, { seconds: seconds / 3, seed, customer, loop })
    memory.push(await held())
    const rest = await runFuzz(site.address, { seconds: (2 * seconds) / 3, seed: seed + 1, customer, loop })
    memory.push(await held())
    const longestTurnMs = Math.max(warm.longestTurn, rest.longestTurn)
    const { statuses } = rest
    console.log({ requests: warm.requests + rest.requests, statuses, memoryMb: memory, longestTurnMs })
    const [, before, after] = memory
    if (before && after && after - before > growthMax) throw new Error(`memory grew by ${after - before} MB`)
  } finally {
    await site.stop()
    await Promise.all([stripe.close(), recaptcha.close()])
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function seedCustomerIn(dir: string): Promise<FuzzCustomer> {
  const closing: (() => Promise<unknown>)[] = []
  try {
    return await seedCustomer(await openShop({ DATA_DIR: dir }, closing))
  } finally {
    for (const close of closing.reverse()) await close()
  }
}
