import { watch } from 'node:fs'
import { join } from 'node:path'
import { dayIn } from '#shared/calendar/calendar.ts'
import { offerAs, type ReleaseOffer } from '#shared/releases/release-offers.ts'
import type { Site } from '#shared/seller/site.ts'
import type { ContentCache } from './content-cache.ts'
import { ContentError, refuseBroken } from './content-error.ts'
import { parseAhead } from './documents/parsed-markdown.ts'
import { offeredContent } from './offered-content.ts'
import { type ReadLibrary, readLibrary, type TypedContent } from './read-library.ts'
import { type ContentStore, createContentStore, type StoreOptions } from './store.ts'

/** Contains all of `content/`: documents for queries, and typed files for code. */
export type Library = {
  store: ContentStore
  /** The last valid state of the typed files. A release appears on its date. */
  readonly typed: TypedContent
  /** Always empty outside development. */
  readonly errors: readonly ContentError[]
  prepare(): Promise<PreparedContent>
  /** Applies rollouts and withdrawals made at the desk. */
  offer(offers: readonly ReleaseOffer[]): void
  close(): void
}

export type PreparedContent = {
  readonly revision: string
  readonly errors: readonly ContentError[]
  /** Publishes this content. @throws BrokenContent if there are errors; the old content stays */
  apply(): void
}

type Options = Omit<StoreOptions, 'timeZone'> & {
  dir: string
  /** Defaults to false. */
  cardPayments?: boolean
  analyticsId?: string | null
  onWarning?: (message: string) => void
  cache?: ContentCache | undefined
  /** Called only in development. */
  onChange?: (() => void) | undefined
}

/** Closing the library also closes the cache. @throws BrokenContent naming file and line of every problem */
export async function openLibrary({
  dir,
  cardPayments = false,
  analyticsId = null,
  cache,
  onChange,
  onWarning = () => {},
  ...visibility
}: Options): Promise<Library> {
  let shown = await readLibrary({ dir, cardPayments, analyticsId, cache })
  refuseBroken(onChange && shown.typed ? [] : shown.errors)
  let typed = shown.typed as TypedContent
  let offers: readonly ReleaseOffer[] = []
  let offered = typed.releases
  const timeZone = () => typed.site.company.timeZone
  const store = createContentStore(shown.content, { ...visibility, timeZone })
  announce()
  let rereading = Promise.resolve()
  let closed = false
  const watcher = onChange && watch(dir, { recursive: true }, debounce(reread, 50))

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
        return published({ ...typed, releases: offered }, visibility)
      },
      get filed() {
        return typed.releases
      },
    },
    get errors() {
      return shown.errors
    },
    async prepare() {
      const read = await readLibrary({ dir, cardPayments, analyticsId, cache, isLive: true })
      const errors = [...read.errors, ...fixedFields(dir, typed.site, read.typed?.site)]
      return {
        revision: read.content.revision,
        errors,
        apply() {
          refuseBroken(errors)
          show(read)
        },
      }
    },
    offer(newer) {
      if (JSON.stringify(newer) === JSON.stringify(offers)) return
      offers = newer
      showOffers()
    },
    close() {
      closed = true
      watcher?.close()
      cache?.close()
    },
  }

  function show(read: ReadLibrary): void {
    shown = read
    typed = read.typed ?? typed
    showOffers()
    announce()
  }

  function showOffers(): void {
    offered = typed.releases.map((release) => offerAs(release, offers)) as typeof offered
    store.replace(offeredContent(shown.content, offers))
  }

  function announce(): void {
    const { collection, warnings } = shown.content
    for (const warning of warnings) onWarning(warning)
    void parseAhead(collection, () => !closed && shown.content.collection === collection)
  }

  /** Runs one after another, so that the last change wins. */
  function reread(): void {
    rereading = rereading
      .then(async () => {
        show(await readLibrary({ dir, cardPayments, analyticsId, cache, isLive: true }))
        onChange?.()
      })
      // Editors and deployments may remove the folder for a moment.
      .catch((error: Error) => onWarning(error.message))
  }
}

/** The analytics id is part of every page's security policy, so it can't change at run time. */
function fixedFields(dir: string, before: Site, after: Site | undefined): ContentError[] {
  if (!after || after.analyticsId === before.analyticsId) return []
  return [new ContentError(join(dir, 'site.yml'), 1, 'analyticsId: another one takes a restart')]
}

/** Without a published release, the site announces its first one. */
function published(
  { releases, site }: TypedContent,
  { drafts, now }: Pick<Options, 'drafts' | 'now'>,
): TypedContent['releases'] {
  const today = dayIn(site.company.timeZone, now())
  const [newest, ...older] = drafts ? releases : releases.filter(({ date }) => date <= today)
  return newest ? [newest, ...older] : [releases.at(-1) ?? releases[0]]
}

function debounce(run: () => void, milliseconds: number): () => void {
  let timer: NodeJS.Timeout | undefined
  return () => {
    clearTimeout(timer)
    timer = setTimeout(run, milliseconds)
  }
}
