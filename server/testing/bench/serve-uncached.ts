import { readConfig } from '../../config.ts'
import type { AppContext } from '../../context.ts'
import { serve } from '../../runtime/process/serve.ts'
import { createPageStore, type PageStore } from '../../web/pages/page-store.ts'
import { renderPage } from '../../web/pages/render.ts'

/** Renders each request by itself, as the site renders a storable page that it doesn't hold. */
export async function serveUncached(): Promise<void> {
  await serve(readConfig(), { createStore: createEmptyStore })
}

function createEmptyStore(ctx: AppContext): PageStore {
  const { signal } = new AbortController()
  return {
    ...createPageStore(ctx),
    find: () => undefined,
    render: (address) => ({ page: renderPage(ctx, { address, policy: 'shared' }, signal), leave() {} }),
  }
}
