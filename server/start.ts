import cluster from 'node:cluster'
import type { AddressInfo } from 'node:net'
import { type Config, ConfigError, readConfig } from './config.ts'
import { ContentError } from './content/content-error.ts'
import { reloadOnHangup } from './content/reload/reload-on-hangup.ts'
import { createLog } from './log.ts'
import { StartError } from './start-error.ts'

/** Configuration, then either the site or, with several workers, the process that keeps them. */
export async function start(): Promise<void> {
  const dev = process.argv.includes('--dev')
  try {
    const config = readConfig()
    if (!dev) reloadOnHangup(config.dataDir, createLog(config))
    if (cluster.isPrimary && config.webConcurrency > 1 && !dev) {
      const { keepWorkers } = await import('./workers.ts')
      keepWorkers(config)
    } else await serve(config, dev)
  } catch (error) {
    const plain = [ConfigError, ContentError, StartError].some((kind) => error instanceof kind)
    console.error(plain ? (error as Error).message : error)
    process.exit(1)
  }
}

/** Context, app, listener; and the way out. @returns the port */
export async function serve(config: Config, dev: boolean): Promise<number> {
  const { createContext, createSite, drainOnSignal, listen, startWork } = await loadSite()
  const ctx = await createContext(config, { dev })
  const server = await listen(createSite(ctx), config)
  drainOnSignal(server, ctx, startWork(ctx))
  const { port } = server.address() as AddressInfo
  ctx.log.info({ address: `http://localhost:${port}`, pid: process.pid }, 'listening')
  return port
}

/** All that a start takes its code from. The process that keeps workers needs none. */
export async function loadSite() {
  const [context, app, drain, listen, work] = await Promise.all([
    import('./context.ts'),
    import('./app.ts'),
    import('./drain.ts'),
    import('./listen.ts'),
    import('./work.ts'),
  ])
  return { ...context, ...app, ...drain, ...listen, ...work }
}
