import cluster from 'node:cluster'
import { isatty } from 'node:tty'
import type { Log } from '../../runtime/log.ts'
import { reloadContent } from './reload-content.ts'

/** In a terminal SIGHUP still ends the process, because it means that the terminal was closed. */
export function reloadOnHangup(dataDir: string, log: Log): void {
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
