import { byGrade, type Finding } from '#shared/desk/overview-answers.ts'
import type { Clock, Data, Seller } from '../../context.ts'
import { createThread } from '../../runtime/thread/thread.ts'
import { findInDatabase } from '../findings/in-database.ts'
import { type ContentConfig, findInDataDir } from '../findings/in-files.ts'
import { findInSettings } from '../findings/in-settings.ts'
import { findInShop } from '../findings/in-shop.ts'

/** Runs the checks of `doctor` for the desk. */
export async function findForDesk(ctx: Data & Clock & Seller): Promise<Finding[]> {
  const { config, database } = ctx
  const now = ctx.clock()
  const { site } = ctx.library.typed
  const { contentDir, webhookSecrets, webhooksAllowPrivate } = config
  const ofContent = { contentDir, webhookSecrets, webhooksAllowPrivate }
  const [inContent, inDataDir, inDatabase] = await Promise.all([
    // Content reloads create a new `site` object, so its findings are read again.
    keep(site, JSON.stringify(ofContent), now, () => readOnThread(ofContent)),
    keep(config, 'data', now, async () => findInDataDir(config, now)),
    findInDatabase(database.reader, { site, now, see }),
  ])
  return [
    ...findInShop(config, site),
    ...inContent,
    ...inDataDir,
    ...findInSettings(config),
    ...inDatabase,
  ].toSorted(byGrade)
}

const see = {
  quarantine: 'Look into Messages, Held as spam.',
  dead: 'Look into Mails, Webhooks, and try them again.',
  retried: 'See when in Mails, Webhooks.',
}

/** Every page of the desk reads the findings, but files seldom change. */
const keptForMs = 10 * 60_000

type Kept = { until: number; findings: Promise<Finding[]> }
const kept = new WeakMap<object, Map<string, Kept>>()

function keep(owner: object, key: string, now: Date, find: () => Promise<Finding[]>): Promise<Finding[]> {
  const ofOwner = kept.get(owner) ?? new Map<string, Kept>()
  kept.set(owner, ofOwner)
  const last = ofOwner.get(key)
  if (last && now.getTime() < last.until) return last.findings
  const findings = find()
  ofOwner.set(key, { until: now.getTime() + keptForMs, findings })
  return findings
}

/** Reads on another thread, because reading all content would block visitors. */
async function readOnThread(config: ContentConfig): Promise<Finding[]> {
  const thread = createThread()
  try {
    return await thread.run('findInContentDir', config)
  } catch (error) {
    const todo = 'Mend it before the next start: npm run admin -- content check says where.'
    return [
      { grade: 'hurts', where: 'content folder', found: `can’t be read: ${(error as Error).message}`, todo },
    ]
  } finally {
    await thread.end()
  }
}
