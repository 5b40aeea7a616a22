import cluster from 'node:cluster'
import { ConfigError, readConfig } from './config.ts'
import { ContentError } from './content/content-error.ts'
import { reloadOnHangup } from './content/reload/reload-on-hangup.ts'
import { createLog } from './log.ts'
import { StartError } from './start-error.ts'

/** Configuration, then either the site or, with several workers, the process that keeps them and needs none of its code. */
export async function start(): Promise<void> {
  const dev = process.argv.includes('--dev')
  try {
    const config = readConfig()
    if (cluster.isPrimary) for (const warning of config.misspelt) createLog(config).warn(warning)
    if (!dev) reloadOnHangup(config.dataDir, createLog(config))
    if (cluster.isPrimary && config.webConcurrency > 1 && !dev) {
      const { keepWorkers } = await import('./workers.ts')
      keepWorkers(config)
    } else {
      const { serve } = await import('./serve.ts')
      await serve(config, { dev })
    }
  } catch (error) {
    const plain = [ConfigError, ContentError, StartError].some((kind) => error instanceof kind)
    console.error(plain ? (error as Error).message : error)
    process.exit(1)
  }
}
