import type { ContentFetch } from '#shared/content-query-builder.ts'
import type { Tree } from '#shared/content-tree.ts'
import type { Platform } from '#shared/releases.ts'
import { PageError } from '../framework/page-error.ts'

type Section = { title: string; text: string }

/** `pages/home.yml` */
export type HomeDocument = {
  readThrough: string[]
  prompter: { title: string; lead: string; script: string }
  windows: Section
  remote: Section
  timer: Section
  glass: { title: string; text: string[] }
  closer: { past: string; title: string; next: string }
}

/** `pages/pricing.yml` */
export type PricingDocument = {
  lead: string
  note: string
  included: { title: string; items: string[] }
  questions: { title: string; items: Question[] }
}

export type Question = { question: string; answer: string }

/** `pages/downloads.yml` */
export type DownloadsDocument = {
  lead: string
  systems: Record<Platform, { name: string; requires: string; processorHint?: string }>
  trial: string
  verify: { title: string; lead: string; commands: Record<Platform, string> }
}

export type TocEntry = { id: string; depth: number; text: string }

/** What every list of news shows of an article. */
export type NewsItem = { path: string; title: string; description: string; date: string }

export type ArticleDocument = NewsItem & {
  updated?: string
  tags?: string[]
  toc: TocEntry[]
  body: Tree
}

export type LegalDocument = {
  title: string
  description: string
  updated: string
  toc: TocEntry[]
  body: Tree
}

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
