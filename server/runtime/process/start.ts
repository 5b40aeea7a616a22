import cluster from 'node:cluster'
import { type Config, givenLogFormat, readConfig } from '../../config.ts'
import { reloadOnHangup } from '../../content/reload/reload-on-hangup.ts'
import { createLog } from '../log.ts'
import { readsAsText } from '../log-text.ts'
import { reportStartError } from './report-start-error.ts'

/** With WEB_CONCURRENCY this process only keeps workers, so it loads none of the site's code. */
export async function start(): Promise<void> {
  const dev = process.argv.includes('--dev')
  logUncaught()
  try {
    const config = readConfig()
    if (cluster.isPrimary) for (const warning of config.misspelt) createLog(config).warn(warning)
    if (!dev) reloadOnHangup(config.dataDir, createLog(config))
    const { webConcurrency } = config
    if (cluster.isPrimary && webConcurrency !== null && !dev) {
      const { keepWorkers } = await import('./workers.ts')
      await keepWorkers({ ...config, webConcurrency })
    } else {
      process.on('SIGUSR2', () => refuseReplacement(config))
      const { serve } = await import('./serve.ts')
      await serve(config, { dev })
    }
  } catch (error) {
    reportStartError(error, plainLog(), readsAsText(givenLogFormat(), 2))
    process.exit(1)
  }
}

/** An unhandled signal would end the process. A worker gets it if it goes to the whole group. */
function refuseReplacement(config: Config): void {
  if (cluster.isPrimary)
    createLog(config).error('Set WEB_CONCURRENCY: workers alone are replaced while the site runs.')
}

/** Node would print several lines of text. The process still ends with 1. */
function logUncaught(): void {
  process.on('uncaughtException', (err, origin) => {
    plainLog().fatal({ err, origin }, 'uncaught')
    process.exit(1)
  })
}

/** Needs no configuration, because that may be what fails. */
function plainLog() {
  return createLog({ logLevel: 'info', logFormat: givenLogFormat() })
}
