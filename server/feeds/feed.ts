import type { Tree } from '#shared/content-tree.ts'
import { routes } from '#shared/routes.ts'
import type { Library } from '../content/library.ts'
import { type Entry, newsEntries } from './entries.ts'
import { toHtml } from './to-html.ts'

export type Feed = {
  title: string
  description: string
  siteUrl: string
  homePath: string
  feedPath: string
  author: string
  items: (Entry & { html: string })[]
}

const itemsMax = 20

/** The news as feeds carry it: whole articles, newest first. */
export function newsFeed(library: Library, siteUrl: string, feedPath: string): Feed {
  const { site } = library.typed
  return {
    title: `News - ${site.product}`,
    description: site.description,
    siteUrl,
    homePath: routes.news,
    feedPath,
    author: site.company.name,
    items: newsEntries(library)
      .slice(0, itemsMax)
      .map((entry) => ({ ...entry, html: bodyHtml(library, entry.path, siteUrl) })),
  }
}

function bodyHtml({ store }: Library, path: string, siteUrl: string): string {
  const { body } = store.query(path, { only: ['body'] }).result as { body: Tree }
  return toHtml(body, siteUrl + path)
}
