import type { Site } from '#shared/seller/site.ts'
import type { Config } from '../config.ts'
import type { Db } from './db/database.ts'

const name = 'demonstration'

/** Every process on this database then sends nothing to anybody, for good. Its copies carry the mark too. */
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
 * Mails become files, no payment is asked for, and nobody receives webhooks. No browser is sent to another API, to the
 * analytics or to the human check, so everybody passes as a person.
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

/** Looks `typed` up each time, because a running site follows its files. */
export function quietLibrary<Content extends { typed: { site: Site } }>(library: Content): Content {
  const typed = () => ({ ...library.typed, site: { ...library.typed.site, webhooks: [] } })
  return Object.create(library, { typed: { get: typed } })
}
