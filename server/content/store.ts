import type { z } from 'zod'
import { type ContentQuery, contentQuerySchema } from '#shared/content/content-query.ts'
import { withoutTrailingSlashes } from '../web/http/trailing-slashes.ts'
import { refuseBroken } from './content-error.ts'
import type { Fields } from './documents/document.ts'
import { type LoadedContent, type LoadOptions, loadContent } from './load-content.ts'
import { badQuery } from './query/bad-query.ts'
import { type QueryAnswer, runQuery } from './query/run-query.ts'
import { createView, type View } from './view.ts'
import { createVisibility, nextAppearance } from './visibility.ts'

export type ContentStore = {
  /** Changes whenever an answer may change: with a file, or when a document's date arrives. */
  readonly revision: string
  /** Long queries yield to others. @throws ContentQueryError 404 for an unknown path, 400 for an invalid query */
  find(path: string, query: unknown): Promise<QueryAnswer>
  /** Callers must not change the result. */
  query(path: string, query: ContentQuery): Promise<unknown>
  /** Leaves out `toc`, `body` and `excerpt`. */
  documents(): Fields[]
  replace(content: LoadedContent): void
}

export type StoreOptions = {
  drafts: boolean
  now: () => Date
  /** Time zone of dates without a time; defaults to UTC. */
  timeZone?: (() => string) | undefined
}

/** @throws BrokenContent naming file and line of every broken file */
export async function openContentStore({
  drafts,
  now,
  timeZone,
  onWarning = () => {},
  ...folder
}: StoreOptions & LoadOptions & { onWarning?: (message: string) => void }): Promise<ContentStore> {
  const content = await loadContent(folder)
  refuseBroken(content.errors)
  for (const warning of content.warnings) onWarning(warning)
  return createContentStore(content, { drafts, now, timeZone })
}

export function createContentStore(
  loaded: LoadedContent,
  { drafts, now, timeZone = () => 'UTC' }: StoreOptions,
): ContentStore {
  let content = loaded
  let seen = look()
  const store: ContentStore = {
    get revision() {
      return current().revision
    },
    async find(path, query) {
      const parsed = contentQuerySchema.safeParse(query)
      if (parsed.success) return runQuery(current().view, withoutTrailingSlashes(path), parsed.data)
      const [issue] = parsed.error.issues as [z.core.$ZodIssue]
      throw badQuery(`${issue.path.join('.') || 'query'}: ${issue.message}`)
    },
    query: async (path, query) => (await store.find(path, query)).data(),
    documents() {
      const { places, collection } = current().view
      return places.map((place) => collection.documents[place]?.answer as Fields)
    },
    replace(newer) {
      content = newer
      seen = look()
    },
  }
  return store

  function current(): Seen {
    const time = now().getTime()
    if (time < seen.from || time >= seen.until) seen = look()
    return seen
  }

  function look(): Seen {
    const { collection, revision } = content
    if (drafts)
      return { view: createView(collection, () => true), revision, from: -Infinity, until: Infinity }
    const reading = { now: now(), timeZone: timeZone() }
    const until = nextAppearance(collection.documents, reading)
    const view = createView(collection, createVisibility(reading))
    return { view, revision: `${revision}.${view.places.length}`, from: reading.now.getTime(), until }
  }
}

type Seen = { view: View; revision: string; from: number; until: number }
