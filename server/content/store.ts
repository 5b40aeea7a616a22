import { watch as watchDir } from 'node:fs'
import type { z } from 'zod'
import { type ContentQuery, contentQuerySchema } from '#shared/content-query.ts'
import { withoutTrailingSlashes } from '../trailing-slashes.ts'
import type { ContentCache } from './content-cache.ts'
import type { ContentError } from './content-error.ts'
import type { Fields } from './documents/document.ts'
import { createParseOnDemand, retainParsed } from './documents/parsed-markdown.ts'
import type { ImageCatalogue } from './image-catalogue.ts'
import { loadContent } from './load-content.ts'
import { badQuery } from './query/bad-query.ts'
import { type Found, runQuery } from './query/run-query.ts'
import { finish, finishInSlices, type Steps } from './steps.ts'
import type { Variables } from './variables.ts'
import { createView, type View } from './view.ts'
import { isPublished, nextAppearance } from './visibility.ts'
import { warmUp } from './warm-up.ts'

export type ContentStore = {
  /** Changes whenever the answer to any query may: with a file, or when a document's date comes. */
  readonly revision: string
  /** Broken files that are left out; only a tolerant store has any. */
  readonly errors: readonly ContentError[]
  /**
   * Runs one query; the result is plain data, to be read and not changed. Lists have a `total`: the matches before
   * skip and limit.
   * @throws ContentQueryError 404 when nothing is at the path, 400 when the query makes no sense.
   */
  query(path: string, query: ContentQuery): { result: unknown; total?: number }
  /** The same, the result as JSON, from a query that anyone may have sent; long ones let others pass. */
  queryJson(path: string, query: unknown): Promise<{ json: string; total?: number }>
  /** The fields of every visible document by path, without `toc`, `body` and `excerpt`. */
  documents(): Fields[]
  close(): void
}

export type ContentStoreOptions = {
  dir: string
  /** Shows drafts and documents whose `date` is still to come. */
  drafts: boolean
  now: () => Date
  /** Replaced in the text of every file before it is parsed. */
  variables?: Variables
  /** Serves the rest where files are broken. */
  tolerant?: boolean
  /** Called after each reload that a change in the folder caused. */
  onChange?: () => void
  onWarning?: (message: string) => void
  /** What was made from the files, so that a restart is quick; none without. */
  cache?: ContentCache | undefined
  /** Parses documents ahead, while nothing else is to be done. */
  warm?: boolean
  /** The images whose sizes documents are told; none without, as the model does. */
  images?: ImageCatalogue
}

const parsedBytesMax = 64 * 1024 * 1024

/**
 * Loads a folder of content.
 * @throws ContentError naming file and line of a broken file, unless tolerant.
 */
export async function createContentStore(options: ContentStoreOptions): Promise<ContentStore> {
  const { dir, drafts, now, variables, cache, tolerant = false, onChange, onWarning = () => {} } = options
  const load = () => {
    const parse = createParseOnDemand({ maxBytes: parsedBytesMax, cache, images: options.images })
    const loaded = loadContent({ dir, variables, parse, cache, onWarning })
    if (cache) retainParsed(cache, loaded.collection.documents, options.images)
    return loaded
  }
  let content = load()
  if (!tolerant && content.errors[0]) throw content.errors[0]
  let seen = look()
  let stopWarmUp = startWarmUp()
  const watcher = onChange && watchDir(dir, { recursive: true }, debounce(reload, 50))

  return {
    get revision() {
      return current().revision
    },
    get errors() {
      return content.errors
    },
    query(path, query) {
      const { toData, total } = finish(find(path, query))
      return { result: finish(toData()), total }
    },
    async queryJson(path, query) {
      const { toJson, total } = await finishInSlices(find(path, query))
      return { json: await finishInSlices(toJson()), total }
    },
    documents() {
      const { places, collection } = current().view
      return places.map((place) => collection.documents[place]?.answer as Fields)
    },
    close() {
      stopWarmUp()
      watcher?.close()
    },
  }

  function find(path: string, query: unknown): Steps<Found> {
    const parsed = contentQuerySchema.safeParse(query)
    if (parsed.success) return runQuery(current().view, withoutTrailingSlashes(path), parsed.data)
    const [issue] = parsed.error.issues as [z.core.$ZodIssue]
    throw badQuery(`${issue.path.join('.') || 'query'}: ${issue.message}`)
  }

  function current(): Seen {
    const time = now().getTime()
    if (time < seen.from || time >= seen.until) seen = look()
    return seen
  }

  /** What can be seen now, and for how long it stays so. */
  function look(): Seen {
    const { collection, revision } = content
    if (drafts)
      return { view: createView(collection, () => true), revision, from: -Infinity, until: Infinity }
    const from = now().getTime()
    const until = nextAppearance(collection.documents, from)
    const view = createView(collection, (document) => isPublished(document, from))
    return { view, revision: `${revision}.${view.places.length}`, from, until }
  }

  /** Half of what is kept, so that nothing parsed ahead drives out what was asked for. */
  function startWarmUp(): () => void {
    const { documents, parse } = content.collection
    return options.warm ? warmUp(documents, parse, parsedBytesMax / 2) : () => {}
  }

  function reload(): void {
    stopWarmUp()
    content = load()
    seen = look()
    stopWarmUp = startWarmUp()
    onChange?.()
  }
}

type Seen = { view: View; revision: string; from: number; until: number }

function debounce(run: () => void, milliseconds: number): () => void {
  let timer: NodeJS.Timeout | undefined
  return () => {
    clearTimeout(timer)
    timer = setTimeout(run, milliseconds)
  }
}
