import { randomBytes } from 'node:crypto'
import type { Site } from '#shared/site.ts'
import { type Config, readConfig } from '../config.ts'
import { readSite } from '../content/site.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { prepareSchema } from '../db/migrate.ts'
import type { Random } from '../ids.ts'
import { type Keyring, openKeyring } from '../keys/keyring.ts'

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
  const database = await openDatabase(config)
  try {
    await prepareSchema(database)
    const keyring = await openKeyring({ config, clock, random }, database.db)
    return await work({ config, database, keyring, site, clock, random })
  } finally {
    await database.close()
  }
}
