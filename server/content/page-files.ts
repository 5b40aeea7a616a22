import { closestMatch } from 'leven'
import type { z } from 'zod'
import {
  articleSchema,
  downloadsPageSchema,
  helpArticleSchema,
  homePageSchema,
  legalPageSchema,
  pricingPageSchema,
  releaseDocumentSchema,
} from '#shared/content-pages.ts'
import { routes } from '#shared/routes.ts'

/** What the pages rely on in a file: its kind, and the shape of its data or front matter. */
export type FileRule = { extension: '.md' | '.yml'; schema: z.ZodType }

/** The documents that one page reads, by path. They have to be there. */
const documents: Readonly<Record<string, FileRule>> = {
  '/pages/home': { extension: '.yml', schema: homePageSchema },
  '/pages/pricing': { extension: '.yml', schema: pricingPageSchema },
  '/pages/downloads': { extension: '.yml', schema: downloadsPageSchema },
  [routes.terms]: { extension: '.md', schema: legalPageSchema },
  [routes.privacy]: { extension: '.md', schema: legalPageSchema },
  [routes.disclaimer]: { extension: '.md', schema: legalPageSchema },
}

/** Folders whose documents have one shape, with those in folders below. */
const folders: Readonly<Record<string, FileRule>> = {
  [routes.help]: { extension: '.md', schema: helpArticleSchema },
  [routes.news]: { extension: '.md', schema: articleSchema },
  '/releases': { extension: '.yml', schema: releaseDocumentSchema },
}

/** Nobody reads another file in these. */
const closedFolders = ['/pages', '/legal']

/** The paths of the documents that have to be there, with their files: `/pages/home`, `/pages/home.yml`. */
export const required: readonly { path: string; file: string }[] = Object.entries(documents).map(
  ([path, { extension }]) => ({ path, file: path + extension }),
)

/** The rule for a document's path; undefined where any document will do. */
export function ruleOf(path: string): FileRule | undefined {
  if (Object.hasOwn(documents, path)) return documents[path]
  return Object.entries(folders).find(([folder]) => path.startsWith(`${folder}/`))?.[1]
}

/** Why no document may stand at a path; undefined where it may. */
export function whyUnread(path: string): string | undefined {
  if (Object.hasOwn(documents, path) || !closedFolders.some((folder) => path.startsWith(`${folder}/`))) return
  const meant = closestMatch(path, Object.keys(documents), { maxDistance: 4 })
  return `no page reads this file${meant ? `; did you mean ${meant}${documents[meant]?.extension}?` : ''}`
}
