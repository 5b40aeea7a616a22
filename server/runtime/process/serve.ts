import cluster from 'node:cluster'
import type { AddressInfo } from 'node:net'
import { createSite } from '../../app.ts'
import type { Config } from '../../config.ts'
import { createContext } from '../../context.ts'
import { startJobs } from '../../jobs.ts'
import { listen } from '../../web/http/listen.ts'
import { createPageStore } from '../../web/pages/page-store.ts'
import { drainOnSignal } from './drain.ts'
import { listeningMessage } from './listening-message.ts'

type Options = { dev?: boolean; createStore?: typeof createPageStore }

export async function serve(
  config: Config,
  { dev = false, createStore = createPageStore }: Options,
): Promise<void> {
  const ctx = await createContext(config, { dev })
  const server = await listen(createSite(ctx, createStore(ctx)), config)
  drainOnSignal(server, ctx, startJobs(ctx))
  const { port } = server.address() as AddressInfo
  cluster.worker?.send(listeningMessage)
  if (ctx.isDemonstration)
    ctx.log.warn(
      'a demonstration: mails become files, cards aren’t taken, nothing is sent, and everybody passes as a person',
    )
  ctx.log.info({ address: `http://localhost:${port}`, pid: process.pid }, 'listening')
}
