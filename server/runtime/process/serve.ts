import cluster from 'node:cluster'
import type { AddressInfo } from 'node:net'
import { createSite } from '../../app.ts'
import type { Config } from '../../config.ts'
import { createContext } from '../../context.ts'
import { startJobs } from '../../jobs.ts'
import { howToOpen, whyClosed } from '../../shop/checkout/closed.ts'
import { addressOf, listen } from '../../web/http/listen.ts'
import { createPageStore } from '../../web/pages/page-store.ts'
import { readsAsText } from '../log-text.ts'
import { drainOnSignal } from './drain.ts'
import { readyText } from './ready-text.ts'

export async function serve(
  config: Config,
  { dev = false, createStore = createPageStore }: { dev?: boolean; createStore?: typeof createPageStore },
): Promise<void> {
  const ctx = await createContext(config, { dev })
  const server = await listen(createSite(ctx, createStore(ctx)), config)
  drainOnSignal(server, ctx, startJobs(ctx))
  const { port } = server.address() as AddressInfo
  if (ctx.isDemonstration)
    ctx.log.warn(
      'a demonstration: mails become files, cards aren’t taken, nothing is sent, and everybody passes as a person',
    )
  const closed = whyClosed(ctx)
  if (closed && isFirst()) ctx.log.warn(`${closed}. ${howToOpen}`)
  const address = addressOf({ ...config, port })
  if (isFirst() && readsAsText(config.logFormat))
    ctx.log.info(readyText({ config: ctx.config, site: ctx.library.typed.site, address }))
  else ctx.log.info({ address, pid: process.pid }, 'listening')
}

/** Only the first worker prints what they all would. */
function isFirst(): boolean {
  return !cluster.worker || cluster.worker.id === 1
}
