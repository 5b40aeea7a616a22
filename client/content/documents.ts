import type { Article, HelpArticle, LegalPage } from '#shared/content-pages.ts'
import type { ContentFetch } from '#shared/content-query-builder.ts'
import type { Tree } from '#shared/content-tree.ts'
import { PageError } from '../framework/page-error.ts'

export type TocEntry = { id: string; depth: number; text: string }

/** What every document has, whatever its front matter says. */
type Rendered = { path: string; toc: TocEntry[]; body: Tree }

/** What every list of news shows of an article. */
export type NewsItem = Pick<Article & Rendered, 'path' | 'title' | 'description' | 'date'>

export type ArticleDocument = Article & Rendered
export type HelpDocument = HelpArticle & Rendered
export type LegalDocument = LegalPage & Rendered

/** The one document at a path. @throws PageError 404 when there is none, or a folder */
export async function readDocument<Document>(content: ContentFetch, path: string): Promise<Document> {
  const found = await content(path, {}).catch((error: unknown) => {
    throw hasStatus(error, 404) ? new PageError(404) : error
  })
  if (Array.isArray(found)) throw new PageError(404)
  return found as Document
}

/** In process and over HTTP alike, an error says its status code. */
export function hasStatus(error: unknown, statusCode: number): boolean {
  return (error as { statusCode?: unknown } | undefined)?.statusCode === statusCode
}
