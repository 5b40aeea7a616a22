import type { AddressInfo } from 'node:net'
import { createSite } from '../app.ts'
import { readConfig } from '../config.ts'
import { createContext } from '../context.ts'
import { listen } from '../http/listen.ts'
import { createPageStore, type PageStore } from '../pages/page-store.ts'
import { renderPage } from '../pages/render.ts'
import { drainOnSignal } from '../process/drain.ts'
import { startJobs } from '../process/jobs.ts'

/** Renders each request by itself, as the site renders a storable page that it doesn't hold. */
export async function serveUncached(): Promise<void> {
  const ctx = await createContext(readConfig())
  const { signal } = new AbortController()
  const store: PageStore = {
    ...createPageStore(ctx),
    find: () => undefined,
    render: (address) => ({ page: renderPage(ctx, { address, policy: 'shared' }, signal), leave() {} }),
  }
  const server = await listen(createSite(ctx, store), ctx.config)
  drainOnSignal(server, ctx, startJobs(ctx))
  const { port } = server.address() as AddressInfo
  ctx.log.info({ address: `http://localhost:${port}` }, 'listening')
}
