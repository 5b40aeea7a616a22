import type { PageAssets } from '#shared/render.ts'
import type { AppContext } from '../context.ts'
import type { PageCache } from './page-cache.ts'
import { type Recording, record } from './recording.ts'
import { renderPage } from './render.ts'

/** One rendering of a storable page, for all who ask for it until it is stored. */
export type Rendering = {
  revision: string
  /** Resolves with the shell. Rejects when there is no page, not even an error page. */
  page: Promise<RenderedPage>
  /** Someone waits for it: when the last one leaves before the end, rendering ends too. */
  join(): { leave(): void }
  /** With these headers the page is stored once it's whole; said by any of those who send it. */
  keepWith(headers: readonly string[]): void
  abort(): void
  /** Whether it ended as a page that was stored. */
  stored: Promise<boolean>
}

export type RenderedPage =
  | { kind: 'redirect'; status: number; location: string }
  | { kind: 'page'; status: number; assets: PageAssets; recording: Recording }

type Parts = { ctx: AppContext; cache: PageCache; key: string; revision: string }

/**
 * Begins to render a page that anyone may be sent.
 * What is stored is whole and without flaws: status 200, no error behind the shell, no preload that came too late.
 */
export function startRendering({ ctx, cache, key, revision }: Parts): Rendering {
  const aborted = new AbortController()
  let visitors = 0
  let flawed = false
  let headers: readonly string[] | null = null
  let recording: Recording | null = null
  cache.counters.renderings++

  const onFlaw = () => {
    flawed = true
  }
  const page = renderPage(ctx, key, aborted.signal, { onFlaw }).then((rendered): RenderedPage => {
    if (rendered.kind === 'redirect') return rendered
    recording = record(rendered, aborted.signal)
    return { kind: 'page', status: rendered.status, assets: rendered.assets, recording }
  })
  const stored = page.then(store).catch(() => false)

  const rendering: Rendering = { revision, page, join, keepWith, abort, stored }
  cache.renderings.set(key, rendering)
  stored.finally(forget)
  return rendering

  async function store(rendered: RenderedPage): Promise<boolean> {
    if (rendered.kind === 'redirect') return false
    const { recording, status } = rendered
    const whole = await recording.ended
    if (!whole || status !== 200 || flawed || !headers || aborted.signal.aborted) return false
    cache.keep(key, { bytes: recording.bytes, headers, revision, madeAt: ctx.clock().getTime() })
    return true
  }

  function join() {
    visitors++
    return {
      leave() {
        visitors--
        if (visitors === 0 && !recording?.whole) abort()
      },
    }
  }

  function keepWith(given: readonly string[]) {
    headers = given
  }

  /** Of a page that has ended already nothing is left to abort. */
  function abort() {
    forget()
    aborted.abort(new Error('nobody waits for this page any more'))
  }

  function forget() {
    if (cache.renderings.get(key) === rendering) cache.renderings.delete(key)
  }
}
