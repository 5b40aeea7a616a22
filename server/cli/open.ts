import { randomBytes } from 'node:crypto'
import type { Site } from '#shared/site.ts'
import { type Config, readConfig } from '../config.ts'
import { readTyped } from '../content/read-library.ts'
import { readSite } from '../content/site.ts'
import type { Database } from '../db/database.ts'
import type { Random } from '../ids.ts'
import { type Keyring, openKeyring } from '../keys/keyring.ts'
import { createLog } from '../log.ts'
import { createNudge } from '../mail/nudge.ts'
import type { Shop } from '../orders/settle.ts'
import { createStripeProvider } from '../payments/stripe.ts'
import { openSiteDatabase } from './site-database.ts'

export type CommandContext = {
  config: Config
  database: Database
  keyring: Keyring
  site: Site
  clock: () => Date
  random: Random
}

/** What a command that works on the site's data needs, opened as the site opens it and closed behind the command. */
export async function withDatabase<Result>(work: (ctx: CommandContext) => Promise<Result>): Promise<Result> {
  const [config, clock, random] = [readConfig(), () => new Date(), randomBytes]
  const site = readSite(config.contentDir)
  const database = await openSiteDatabase(config)
  try {
    const keyring = await openKeyring({ config, clock, random }, database)
    return await work({ config, database, keyring, site, clock, random })
  } finally {
    await database.close()
  }
}

/** The shop as the site has it, for commands that settle, refund or resend: mails leave with the running site. */
export async function withShop<Result>(work: (shop: Shop) => Promise<Result>): Promise<Result> {
  return withDatabase(async ({ config, database, keyring, clock, random }) => {
    const log = createLog(config)
    const payments = config.stripe && createStripeProvider(config.stripe, config.siteUrl)
    const library = { typed: readTyped(config.contentDir) }
    return work({ database, keyring, clock, random, log, payments, library, outbox: createNudge() })
  })
}
