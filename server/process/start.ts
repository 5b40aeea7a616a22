import cluster from 'node:cluster'
import { isatty } from 'node:tty'
import { readConfig } from '../config.ts'
import { reloadOnHangup } from '../content/reload/reload-on-hangup.ts'
import { createLog } from '../log.ts'
import { reportStartError } from './report-start-error.ts'

/** Configuration, then either the site or, with several workers, the process that keeps them and needs none of its code. */
export async function start(): Promise<void> {
  const dev = process.argv.includes('--dev')
  logUncaught()
  try {
    const config = readConfig()
    if (cluster.isPrimary) for (const warning of config.misspelt) createLog(config).warn(warning)
    if (!dev) reloadOnHangup(config.dataDir, createLog(config))
    if (cluster.isPrimary && config.webConcurrency > 1 && !dev) {
      const { keepWorkers } = await import('./workers.ts')
      await keepWorkers(config)
    } else {
      const { serve } = await import('./serve.ts')
      await serve(config, { dev })
    }
  } catch (error) {
    reportStartError(error, plainLog(), isatty(2))
    process.exit(1)
  }
}

/** Node would print these as text of several lines; the process still ends with 1. */
function logUncaught(): void {
  process.on('uncaughtException', (err, origin) => {
    plainLog().fatal({ err, origin }, 'uncaught')
    process.exit(1)
  })
}

/** Needs no configuration, which may be what is wrong. */
function plainLog() {
  return createLog({ logLevel: 'info' })
}
