import type { Finding } from '#shared/desk/overview-answers.ts'
import type { Config } from '../../config.ts'
import type { ShopContext } from '../../context.ts'
import { findInDatabase } from '../../findings/in-database.ts'
import { findInSettings } from '../../findings/in-settings.ts'
import { createThread } from '../../thread/thread.ts'

/** Checks what `doctor` checks. */
export async function findForDesk({
  config,
  database,
  clock,
  library,
}: Pick<ShopContext, 'config' | 'database' | 'clock' | 'library'>): Promise<Finding[]> {
  const now = clock()
  const { site } = library.typed
  const [inFiles, inDatabase] = await Promise.all([
    findInFiles(config, now),
    findInDatabase(database.reader, { site, now, see }),
  ])
  return [...inFiles, ...findInSettings(config), ...inDatabase]
}

const see = {
  quarantine: 'Look into Messages, Held as spam.',
  dead: 'Look into Mails, Webhooks, and try them again.',
  retried: 'See when in Mails, Webhooks.',
}

/** Each page of the desk asks, and the files seldom change. */
const cachedForMs = 10 * 60_000

const cache = new WeakMap<Config, { until: number; findings: Promise<Finding[]> }>()

function findInFiles(config: Config, now: Date): Promise<Finding[]> {
  const cached = cache.get(config)
  if (cached && now.getTime() < cached.until) return cached.findings
  const findings = readOnThread(config, now)
  cache.set(config, { until: now.getTime() + cachedForMs, findings })
  return findings
}

/** Reading every file of content would hold up visitors. */
async function readOnThread(config: Config, now: Date): Promise<Finding[]> {
  const { contentDir, dataDir, webhookSecrets, webhooksAllowPrivate } = config
  const thread = createThread()
  try {
    return await thread.run('findInFiles', {
      config: { contentDir, dataDir, webhookSecrets, webhooksAllowPrivate },
      now,
    })
  } catch (error) {
    const todo = 'Mend it before the next start: npm run admin -- content check says where.'
    return [{ where: 'content folder', found: `can’t be read: ${(error as Error).message}`, todo }]
  } finally {
    await thread.end()
  }
}
