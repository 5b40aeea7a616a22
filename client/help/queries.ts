import { type ContentFetch, createContentQuery } from '#shared/content/content-query-builder.ts'
import { routes } from '#shared/routes/routes.ts'
import { type HelpDocument, noneWithoutFolder, readDocument } from '../content/documents.ts'

const linkFields = ['path', 'title', 'task'] as const
export type HelpLink = Pick<HelpDocument, (typeof linkFields)[number]>

/** Help articles by task, in the order of their positions. */
export async function readTasks(content: ContentFetch): Promise<{ task: string; articles: HelpLink[] }[]> {
  const articles = await helpQuery(content).fetch<HelpLink[]>().catch(noneWithoutFolder)
  return [...Map.groupBy(articles, ({ task }) => task)].map(([task, articles]) => ({ task, articles }))
}

type HelpPage = { article: HelpDocument; previous: HelpLink | null; next: HelpLink | null }

/** @param slug the rest of the address @throws PageError 404 */
export async function readHelpPage(content: ContentFetch, slug: string): Promise<HelpPage> {
  const article = await readDocument<HelpDocument>(content, routes.helpArticle(slug))
  const [previous = null, next = null] = await helpQuery(content)
    .surround(article.path)
    .fetch<(HelpLink | null)[]>()
  return { article, previous, next }
}

function helpQuery(content: ContentFetch) {
  return createContentQuery(content)('help', { deep: true })
    .only([...linkFields])
    .sortBy('position')
}
