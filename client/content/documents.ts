import type { Article, HelpArticle, LegalPage } from '#shared/content/content-pages.ts'
import type { ContentFetch } from '#shared/content/content-query-builder.ts'
import type { Tree } from '#shared/content/content-tree.ts'
import { PageError } from '../site/framework/page-error.ts'

export type TocEntry = { id: string; depth: number; text: string }

/** Every document has these fields, even if its front matter sets them. */
type Rendered = { path: string; toc: TocEntry[]; body: Tree }

export const newsItemFields = ['path', 'title', 'description', 'date'] as const
export type NewsItem = Pick<Article & Rendered, (typeof newsItemFields)[number]>

export type ArticleDocument = Article & Rendered
export type HelpDocument = HelpArticle & Rendered
export type LegalDocument = LegalPage & Rendered

/** @throws PageError 404 for a folder, or when there is no document */
export async function readDocument<Document>(content: ContentFetch, path: string): Promise<Document> {
  const found = await content(path, {}).catch((error: unknown) => {
    throw hasStatus(error, 404) ? new PageError(404) : error
  })
  if (Array.isArray(found)) throw new PageError(404)
  return found as Document
}

/**
 * Reads a missing folder as an empty list, because git keeps no empty folders.
 * @throws any other error
 */
export function noneWithoutFolder(error: unknown): never[] {
  if (hasStatus(error, 404)) return []
  throw error
}

/** Recognises the status of errors both in process and over HTTP. */
export function hasStatus(error: unknown, statusCode: number): boolean {
  return (error as { statusCode?: unknown } | undefined)?.statusCode === statusCode
}
