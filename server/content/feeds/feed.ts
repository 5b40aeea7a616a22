import { documentTime } from '#shared/calendar/calendar.ts'
import type { Tree } from '#shared/content/content-tree.ts'
import { routes } from '#shared/routes/routes.ts'
import type { Library } from '../library.ts'
import { type Entry, newsEntries } from './entries.ts'
import { toHtml } from './to-html.ts'

export type Feed = {
  title: string
  description: string
  siteUrl: string
  homePath: string
  feedPath: string
  author: string
  /** Times are ISO 8601 in UTC. */
  items: (Entry & { html: string })[]
}

const itemsMax = 20

/** Lists whole articles, newest first. */
export async function newsFeed(library: Library, siteUrl: string, feedPath: string): Promise<Feed> {
  const { site } = library.typed
  const toTime = (date: string) => documentTime(site.company.timeZone, date).toISOString()
  const entries = newsEntries(library).slice(0, itemsMax)
  const htmls = await Promise.all(entries.map(({ path }) => bodyHtml(library, path, siteUrl)))
  return {
    title: `News - ${site.product}`,
    description: site.description,
    siteUrl,
    homePath: routes.news,
    feedPath,
    author: site.company.name,
    items: entries.map((entry, index) => ({
      ...entry,
      date: toTime(entry.date),
      updated: toTime(entry.updated),
      html: htmls[index] ?? '',
    })),
  }
}

async function bodyHtml({ store }: Library, path: string, siteUrl: string): Promise<string> {
  const { body } = (await store.query(path, { only: ['body'] })) as { body: Tree }
  return toHtml(body, siteUrl + path)
}
