import { join } from 'node:path'
import type { Pricing, Product } from '#shared/pricing/pricing.ts'
import { findUndercuts } from '#shared/pricing/undercuts.ts'
import type { Release } from '#shared/releases/releases.ts'
import { privateSiteFields, type Site } from '#shared/seller/site.ts'
import { root } from '../runtime/root.ts'
import { checkDocuments } from './check-documents.ts'
import { checkVariables } from './check-variables.ts'
import type { ContentCache } from './content-cache.ts'
import { type ContentError, collectProblems, refuseBroken } from './content-error.ts'
import { readImageCatalogue } from './image-catalogue.ts'
import { type LoadedContent, type LoadOptions, loadContent } from './load-content.ts'
import { createYamlParser } from './parsed-yaml.ts'
import { priceVariables } from './price-variables.ts'
import { readPricing, readReleases, readSite, siteVariables } from './site.ts'
import type { Variables } from './variables.ts'

export type TypedContent = {
  site: Site
  pricing: Pricing
  releases: [Release, ...Release[]]
  /** Releases as in their files; set if the desk has changed the offer. */
  filed?: [Release, ...Release[]]
}

export type ReadLibrary = {
  /** Undefined if one of these files is broken. */
  typed: TypedContent | undefined
  content: LoadedContent
  errors: readonly ContentError[]
}

/** Settings that select sections of the texts. Without `analyticsId`, the one of `site.yml` counts. */
type SettingsInTexts = { cardPayments: boolean; analyticsId?: string | null }

/** Yields to other work meanwhile. @throws ContentError if the folder is missing */
export async function readLibrary({
  dir,
  cardPayments,
  analyticsId = null,
  cache,
  isLive,
}: Pick<LoadOptions, 'dir' | 'cache' | 'isLive'> & SettingsInTexts): Promise<ReadLibrary> {
  const problems = collectProblems()
  const typed = problems.attempt(() => readTyped(dir, cache))
  const site = typed?.site ?? collectProblems().attempt(() => readSite(dir))
  const variables = site && variablesOf({ site, pricing: typed?.pricing, cardPayments, analyticsId })
  const content = await loadContent({
    dir,
    cache,
    isLive,
    images: readImageCatalogue(join(root, 'public')),
    withheld: { '/site.yml': privateSiteFields },
    ...(variables && { variables }),
    check: async (files, documents) => [
      ...(await checkDocuments(dir, files, documents)),
      // Without prices, their variables would be reported as missing.
      ...(variables && typed ? files.flatMap((file) => checkVariables(file, variables)) : []),
    ],
  })
  const told = new Set(problems.list.map(({ file }) => file))
  const others = content.errors.filter(({ file }) => !told.has(file))
  // Without site.yml, errors in files that use its names would mislead.
  const warnings = [...content.warnings, ...undercutWarnings(dir, typed?.pricing.products ?? [])]
  return { typed, content: { ...content, warnings }, errors: [...problems.list, ...(site ? others : [])] }
}

/** Without readable prices, texts keep the names of their variables. */
function variablesOf({ site, pricing, cardPayments, analyticsId }: Settings): Variables {
  return {
    ...siteVariables(site),
    ...(pricing && priceVariables(pricing, site)),
    cardPayments: cardPayments ? 'yes' : '',
    analytics: analyticsId ?? site.analyticsId,
  }
}

type Settings = Required<SettingsInTexts> & { site: Site; pricing: Pricing | undefined }

/** Skips the documents. @throws BrokenContent naming file and line of every problem */
export function readTyped(dir: string, cache?: ContentCache): TypedContent {
  const yaml = createYamlParser(cache)
  const site = readSite(dir, yaml.parse)
  const variables = siteVariables(site)
  const problems = collectProblems()
  const pricing = problems.attempt(() => readPricing(dir, variables, yaml.parse))
  const releases = problems.attempt(() => readReleases(dir, variables, yaml.parse))
  refuseBroken(problems.list)
  yaml.forgetOthers()
  return { site, pricing, releases } as TypedContent
}

/** Warns only, because the shop works and the owner may intend it. */
function undercutWarnings(dir: string, products: readonly Product[]): string[] {
  return findUndercuts(products).map(
    ({ small, big, machines, of }) =>
      `${join(dir, 'pricing.yml')}: ${small.name} with ${machines} machines ${of === 'price' ? 'costs' : 'renews for'} less than ${big.name}; end its extraSeat.maxSeats below ${big.licence.seats}`,
  )
}
