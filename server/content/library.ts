import { watch } from 'node:fs'
import { join } from 'node:path'
import { dayIn } from '#shared/calendar.ts'
import type { Site } from '#shared/site.ts'
import type { ContentCache } from './content-cache.ts'
import { ContentError, refuseBroken } from './content-error.ts'
import { parseAhead } from './documents/parsed-markdown.ts'
import { type ReadLibrary, readLibrary, type TypedContent } from './read-library.ts'
import { type ContentStore, createContentStore, type StoreOptions } from './store.ts'

/** All of `content/`: the documents that queries see, and the files whose shape the code relies on. */
export type Library = {
  store: ContentStore
  /** The typed files as they last were right; a release appears on its date, as queries show it. */
  readonly typed: TypedContent
  /** What is broken now; only while developing can there be anything. */
  readonly errors: readonly ContentError[]
  /** Reads the folder as it is now, and changes nothing yet. */
  prepare(): Promise<PreparedContent>
  close(): void
}

/** The folder as it was read. */
export type PreparedContent = {
  /** Changes whenever any file does. */
  readonly revision: string
  /** Why it can't be applied. */
  readonly errors: readonly ContentError[]
  /** From now on the site shows it. @throws BrokenContent where there are errors; what was shown before stays */
  apply(): void
}

type Options = Omit<StoreOptions, 'timeZone'> & {
  dir: string
  onWarning?: (message: string) => void
  cache?: ContentCache | undefined
  /** While developing: called after each change, and broken files are listed instead of being refused. */
  onChange?: (() => void) | undefined
}

/** The cache is closed with the library. @throws BrokenContent naming file and line of every problem */
export async function openLibrary({
  dir,
  cache,
  onChange,
  onWarning = () => {},
  ...visibility
}: Options): Promise<Library> {
  let shown = await readLibrary({ dir, cache })
  refuseBroken(onChange && shown.typed ? [] : shown.errors)
  let typed = shown.typed as TypedContent
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
        return published(typed, visibility)
      },
    },
    get errors() {
      return shown.errors
    },
    async prepare() {
      const read = await readLibrary({ dir, cache, isLive: true })
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
    close() {
      closed = true
      watcher?.close()
      cache?.close()
    },
  }

  function show(read: ReadLibrary): void {
    shown = read
    typed = read.typed ?? typed
    store.replace(read.content)
    announce()
  }

  function announce(): void {
    const { collection, warnings } = shown.content
    for (const warning of warnings) onWarning(warning)
    void parseAhead(collection, () => !closed && shown.content.collection === collection)
  }

  /** One at a time, so that the last change is the one that stays. */
  function reread(): void {
    rereading = rereading
      .then(async () => {
        show(await readLibrary({ dir, cache, isLive: true }))
        onChange?.()
      })
      // The folder itself may be gone for a moment.
      .catch((error: Error) => onWarning(error.message))
  }
}

/** The security policy that every page was sent with names the analytics, or doesn't. */
function fixedFields(dir: string, before: Site, after: Site | undefined): ContentError[] {
  if (!after || after.analyticsId === before.analyticsId) return []
  return [new ContentError(join(dir, 'site.yml'), 1, 'analyticsId: another one takes a restart')]
}

/** A site whose first release is still to come announces that one. */
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
