import type { Overview } from '#shared/desk/overview-answers.ts'
import type { Release } from '#shared/releases/releases.ts'
import type { Db } from '../../runtime/db/database.ts'

const weekMs = 7 * 86_400_000

/** Two weeks have fewer messages; reading more would block visitors. */
const mostMessages = 2000

/** A rise among fewer messages may be chance. */
const fewest = 3

/**
 * Finds versions that messages name far more often: at least three in the last seven days, and at least twice
 * as many as in the seven days before.
 */
export async function readMessageRise(
  reader: Db,
  releases: readonly Pick<Release, 'version'>[],
  now: Date,
): Promise<Overview['messageRise']> {
  const [weekAgo, twoWeeksAgo] = [1, 2].map((weeks) => new Date(now.getTime() - weeks * weekMs).toISOString())
  const rows = await reader
    .selectFrom('messages')
    .select(['message', 'created_at'])
    .where('created_at', '>=', String(twoWeeksAgo))
    .where('quarantined', '=', 0)
    .orderBy('created_at', 'desc')
    .limit(mostMessages)
    .execute()
  const named = rows.map((row) => ({
    versions: versionsNamedIn(row.message),
    isRecent: row.created_at >= String(weekAgo),
  }))
  return releases
    .map(({ version }) => {
      const about = named.filter(({ versions }) => versions.has(version))
      const messages = about.filter(({ isRecent }) => isRecent).length
      return { version, messages, before: about.length - messages }
    })
    .filter(({ messages, before }) => messages >= fewest && messages >= 2 * before)
}

/** "2.4" names 2.4.0. */
export function versionsNamedIn(text: string): Set<string> {
  const found = text.match(/\d{1,4}(?:\.\d{1,4}){1,3}(?:-[a-z]{1,9}\.\d{1,4})?/gi) ?? []
  return new Set(found.map((each) => (each.split('.').length === 2 ? `${each}.0` : each.toLowerCase())))
}
