import { closestMatch } from 'leven'
import type { z } from 'zod'
import type { SearchWords } from '#shared/content/content-pages.ts'
import {
  articleSchema,
  downloadsPageSchema,
  helpArticleSchema,
  homePageSchema,
  legalPageSchema,
  pricingPageSchema,
  releaseDocumentSchema,
  searchWordsSchema,
} from '#shared/content/content-pages.ts'
import { routes } from '#shared/routes/routes.ts'
import type { Fields } from './documents/document.ts'

type FileRule = { extension: '.md' | '.yml'; schema: z.ZodType }

const documents: Readonly<Record<string, FileRule>> = {
  '/pages/home': { extension: '.yml', schema: homePageSchema },
  '/pages/pricing': { extension: '.yml', schema: pricingPageSchema },
  '/pages/downloads': { extension: '.yml', schema: downloadsPageSchema },
  [routes.terms]: { extension: '.md', schema: legalPageSchema },
  [routes.privacy]: { extension: '.md', schema: legalPageSchema },
  [routes.disclaimer]: { extension: '.md', schema: legalPageSchema },
}

/** Files that a site may omit. */
const optional: Readonly<Record<string, FileRule>> = {
  '/search': { extension: '.yml', schema: searchWordsSchema },
}

const folders: Readonly<Record<string, FileRule>> = {
  [routes.help]: { extension: '.md', schema: helpArticleSchema },
  [routes.news]: { extension: '.md', schema: articleSchema },
  '/releases': { extension: '.yml', schema: releaseDocumentSchema },
}

/** In these folders, a file without a rule would never be shown. */
const closedFolders = ['/pages', '/legal']

/** Other characters would need encoding in links, feeds and the sitemap. */
const addressable = /^[\w./-]+$/

export const required = filesOf(documents)
/** Files that must not be empty if present. */
export const requiredIfThere = filesOf(optional)

function filesOf(rules: Readonly<Record<string, FileRule>>): readonly { path: string; file: string }[] {
  return Object.entries(rules).map(([path, { extension }]) => ({ path, file: path + extension }))
}

/** Returns undefined if any document is allowed. */
export function ruleOf(path: string): FileRule | undefined {
  if (Object.hasOwn(documents, path)) return documents[path]
  if (Object.hasOwn(optional, path)) return optional[path]
  return Object.entries(folders).find(([folder]) => path.startsWith(`${folder}/`))?.[1]
}

export function whyUnread(path: string): string | undefined {
  if (isPage(path) && !addressable.test(path)) {
    return 'the file names the page’s address, so its name has only letters a to z, digits, hyphens, underscores and dots'
  }
  if (Object.hasOwn(documents, path) || !closedFolders.some((folder) => path.startsWith(`${folder}/`))) return
  const meant = closestMatch(path, Object.keys(documents), { maxDistance: 4 })
  return `no page reads this file${meant ? `; did you mean ${meant}${documents[meant]?.extension}?` : ''}`
}

function isPage(path: string): boolean {
  return [routes.help, routes.news].some((folder) => path.startsWith(`${folder}/`))
}

/** Reads search.yml, if the content has it. */
export function searchWordsIn(documents: readonly Fields[]): Partial<SearchWords> | undefined {
  return documents.find(({ path }) => path === '/search')
}
