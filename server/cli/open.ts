import type { Site } from '#shared/seller/site.ts'
import { readConfig } from '../config.ts'
import { readTyped } from '../content/read-library.ts'
import { readSite } from '../content/site.ts'
import { openShop, type ShopContext } from '../context.ts'
import { openSiteDatabase } from './site-database.ts'

/** Closes the shop after the command. Only `site.yml` must be valid. */
export function withDatabase<Result>(
  work: Action<{ site: ReturnType<typeof readSite> }, Result>,
): Promise<Result> {
  return withContent((contentDir) => ({ site: readSite(contentDir) }), work)
}

/** The running site sends the mails of these commands. */
export function withShop<Result>(work: Action<ReturnType<typeof readTyped>, Result>): Promise<Result> {
  return withContent(readTyped, work)
}

type Action<Typed, Result> = (shop: ShopContext<{ typed: Typed }>) => Promise<Result>

async function withContent<Typed extends { site: Site }, Result>(
  read: (contentDir: string) => Typed,
  work: Action<Typed, Result>,
): Promise<Result> {
  const config = readConfig()
  const library = { typed: read(config.contentDir) }
  const database = await openSiteDatabase(config)
  try {
    return await work(await openShop(config, { library, database }))
  } finally {
    await database.close()
  }
}
