import cluster from 'node:cluster'
import { isatty } from 'node:tty'
import type { Log } from '../../log.ts'
import { reloadContent } from './reload-content.ts'

/** On SIGHUP all processes take up changed files. In a terminal the signal still ends them: the terminal was closed. */
export function reloadOnHangup(dataDir: string, log: Log): void {
  if (isatty(0)) return
  process.on('SIGHUP', () => {
    // The process that keeps the workers asks them.
    if (cluster.isWorker) return
    reloadContent(dataDir).then(
      (processes) => log.info({ processes }, 'content reloaded'),
      (err) => log.error({ err }, 'content not reloaded'),
    )
  })
}
