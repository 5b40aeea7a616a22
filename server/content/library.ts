import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import type { Pricing } from '#shared/pricing.ts'
import type { Release } from '#shared/releases.ts'
import type { Site } from '#shared/site.ts'
import { root } from '../root.ts'
import type { ContentCache } from './content-cache.ts'
import { ContentError } from './content-error.ts'
import { readImageCatalogue } from './image-catalogue.ts'
import { createYamlParser } from './parsed-yaml.ts'
import { readPricing, readReleases, readSite, siteVariables } from './site.ts'
import { type ContentStore, type ContentStoreOptions, createContentStore } from './store.ts'

/** All of `content/`: the documents that queries see, and the files whose shape the code relies on. */
export type Library = {
  store: ContentStore
  /** The typed files as they last were right; a release appears on its date, as queries show it. */
  readonly typed: TypedContent
  /** What is broken now; only while developing can there be anything. */
  readonly errors: readonly ContentError[]
  close(): void
}

export type TypedContent = { site: Site; pricing: Pricing; releases: [Release, ...Release[]] }

type Options = Pick<ContentStoreOptions, 'drafts' | 'now' | 'onWarning' | 'cache'> & {
  dir: string
  /** While developing: called after each change, and broken files are listed instead of ending the start. */
  onChange?: (() => void) | undefined
}

/** The cache is closed with the library. @throws ContentError naming file and line */
export async function openLibrary({ dir, cache, onChange, ...options }: Options): Promise<Library> {
  let typed = readTyped(dir, cache)
  let broken: ContentError[] = []
  const store = await createContentStore({
    ...options,
    dir,
    cache,
    warm: true,
    variables: siteVariables(typed.site),
    images: readImageCatalogue(join(root, 'public'), cache),
    ...(onChange && {
      tolerant: true,
      onChange() {
        reread()
        onChange()
      },
    }),
  })
  return {
    store,
    typed: {
      get site() {
        return typed.site
      },
      get pricing() {
        return typed.pricing
      },
      get releases() {
        return published(typed.releases, options)
      },
    },
    get errors() {
      return [...broken, ...store.errors]
    },
    close() {
      store.close()
      cache?.close()
    },
  }

  function reread() {
    try {
      typed = readTyped(dir, cache)
      broken = []
    } catch (error) {
      if (!(error instanceof ContentError)) throw error
      broken = [error]
    }
  }
}

/** Pages have few queries, but for the searches of their visitors. */
const resultsMax = 200

/**
 * Runs a query in process, as a page's loader sends it, who may read the result and not change it: it is kept until the
 * content changes. A query is JSON, in which a regular expression is text.
 */
export function libraryContent({ store }: Library) {
  const results = new LRUCache<string, { data: unknown }>({ max: resultsMax })
  let revision = ''
  return async (...[path, query]: Parameters<ContentStore['query']>): Promise<unknown> => {
    if (store.revision !== revision) {
      results.clear()
      revision = store.revision
    }
    const key = `${path} ${JSON.stringify(query)}`
    const known = results.get(key)
    if (known) return known.data
    const data = store.query(path, query).result
    results.set(key, { data })
    return data
  }
}

/** What is for sale, what was released and who we are, without the documents. */
export function readTyped(dir: string, cache?: ContentCache): TypedContent {
  const yaml = createYamlParser(cache)
  const site = readSite(dir, yaml.parse)
  const variables = siteVariables(site)
  const pricing = readPricing(dir, variables, yaml.parse)
  const releases = readReleases(dir, variables, yaml.parse)
  yaml.forgetOthers()
  return { site, pricing, releases }
}

/** A site whose first release is still to come announces that one. */
function published(
  releases: TypedContent['releases'],
  { drafts, now }: Pick<Options, 'drafts' | 'now'>,
): TypedContent['releases'] {
  const time = now().getTime()
  const [newest, ...older] = drafts ? releases : releases.filter(({ date }) => Date.parse(date) <= time)
  return newest ? [newest, ...older] : [releases.at(-1) ?? releases[0]]
}
