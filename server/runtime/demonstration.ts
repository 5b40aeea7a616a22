import type { Site } from '#shared/seller/site.ts'
import type { Config } from '../config.ts'
import type { Db } from './db/database.ts'

const name = 'demonstration'

/** Marks the database for good, so that no process on it or on a copy sends anything. */
export async function markDemonstration(db: Db): Promise<void> {
  await db
    .insertInto('counters')
    .values({ name, value: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function isDemonstration(db: Db): Promise<boolean> {
  const mark = await db.selectFrom('counters').select('value').where('name', '=', name).executeTakeFirst()
  return mark !== undefined
}

/**
 * Writes mails to files, requests no payments, and sends no webhooks. Browsers use no other API, analytics or
 * human check, so everybody passes as a person.
 */
export function quietConfig(config: Config): Config {
  return {
    ...config,
    smtpUrl: null,
    stripe: null,
    webhookSecrets: [],
    recaptcha: null,
    analyticsId: '',
    apiBaseUrl: '',
    allowPlaceholders: true,
  }
}

/** Reads `typed` each time, because a running site reloads its files. */
export function quietLibrary<Content extends { typed: { site: Site } }>(library: Content): Content {
  const typed = () => ({ ...library.typed, site: { ...library.typed.site, webhooks: [] } })
  return Object.create(library, { typed: { get: typed } })
}
