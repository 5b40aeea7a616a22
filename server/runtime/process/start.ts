import cluster from 'node:cluster'
import { isatty } from 'node:tty'
import { type Config, ConfigError, givenLogFormat, readConfig } from '../../config.ts'
import { ContentError } from '../../content/content-error.ts'
import { reloadContent } from '../../content/reload/reload-content.ts'
import { createLog, type Log } from '../log.ts'
import { readsAsText } from '../log-text.ts'
import { StartError } from '../start-error.ts'

/** With WEB_CONCURRENCY this process only manages workers, so it loads none of the site's code. */
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

/** An unhandled signal would end the process. A worker also gets signals sent to the whole group. */
function refuseReplacement(config: Config): void {
  if (cluster.isPrimary)
    createLog(config).error('Set WEB_CONCURRENCY: workers alone are replaced while the site runs.')
}

/** Replaces Node's text of several lines. The process still exits with 1. */
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

/** Logs one JSON line; a terminal gets plain text. Errors that an operator can fix come without a stack. */
function reportStartError(error: unknown, log: Log, isTerminal: boolean): void {
  const message = isOperators(error) ? error.message : null
  if (isTerminal) console.error(message ?? error)
  else if (message) log.fatal(message)
  else log.fatal({ err: error }, 'the site can’t start')
}

/** System errors name a file or an address, so they need no stack. */
function isOperators(error: unknown): error is Error {
  const isPlain = [ConfigError, ContentError, StartError].some((kind) => error instanceof kind)
  return isPlain || (error instanceof Error && 'syscall' in error)
}

/** At a terminal SIGHUP still ends the process, because there it means that the terminal was closed. */
function reloadOnHangup(dataDir: string, log: Log): void {
  if (isatty(0)) return
  process.on('SIGHUP', () => {
    // The primary process asks all workers.
    if (cluster.isWorker) return
    reloadContent(dataDir).then(
      (processes) => log.info({ processes }, 'content reloaded'),
      (err) => log.error({ err }, 'content not reloaded'),
    )
  })
}
