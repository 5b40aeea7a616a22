import { type ContentFetch, createContentQuery } from '#shared/content/content-query-builder.ts'
import { routes } from '#shared/routes/routes.ts'
import {
  type ArticleDocument,
  hasStatus,
  type NewsItem,
  newsItemFields,
  noneWithoutFolder,
  readDocument,
} from '../../content/documents.ts'

export const newsPageSize = 12

export type NewsPage = { items: NewsItem[]; page: number; hasOlder: boolean; search: string }

/** Newest first; a search has the best match first. A search with too many words finds nothing. */
export async function readNewsPage(content: ContentFetch, page: number, search: string): Promise<NewsPage> {
  const query = newsQuery(content)
  const sorted = search ? query.search(search) : query.sortBy('date', 'desc')
  const items = await sorted
    .skip((page - 1) * newsPageSize)
    // An extra item shows whether there is an older page.
    .limit(newsPageSize + 1)
    .fetch<NewsItem[]>()
    .catch((error: unknown) => (search && hasStatus(error, 400) ? [] : noneWithoutFolder(error)))
  return { items: items.slice(0, newsPageSize), page, search, hasOlder: items.length > newsPageSize }
}

type Neighbour = Pick<NewsItem, 'path' | 'title'>

type ArticlePage = { article: ArticleDocument; newer: Neighbour | null; older: Neighbour | null }

/** @param slug the rest of the address @throws PageError 404 */
export async function readArticlePage(content: ContentFetch, slug: string): Promise<ArticlePage> {
  const article = await readDocument<ArticleDocument>(content, routes.article(slug))
  const [newer = null, older = null] = await newsQuery(content)
    .sortBy('date', 'desc')
    .surround(article.path)
    .fetch<(Neighbour | null)[]>()
  return { article, newer, older }
}

function newsQuery(content: ContentFetch) {
  return createContentQuery(content)('news', { deep: true }).only([...newsItemFields])
}
