import type { Worker } from 'node:cluster'
import { once } from 'node:events'
import type { Log } from '../log.ts'
import { listeningMessage } from './listening-message.ts'

/** New code that doesn't listen by then is given up. */
const patienceMs = 120_000

type Pool = {
  /** The workers that listen and have no successor. */
  inUse(): Worker[]
  /** Null once the site stops. */
  fork(): Worker | null
  /** Lets a worker drain. */
  retire(worker: Worker): void
  log: Log
}

/**
 * Replaces each worker by one that listens before the old one stops. The first that can't start ends the replacement,
 * and the workers that are left go on.
 */
export async function replaceWorkers({ inUse, fork, retire, log }: Pool): Promise<void> {
  const old = inUse()
  log.info({ workers: old.length }, 'replacing workers')
  for (const worker of old) {
    if (worker.isDead()) continue
    const successor = fork()
    if (!successor) return
    if (!(await listens(successor))) {
      log.error({ pid: successor.process.pid }, 'a new worker can’t start, and the old ones go on')
      return
    }
    if (worker.isDead()) continue
    const ended = once(worker, 'exit')
    retire(worker)
    await ended
  }
  log.info({ workers: old.length }, 'workers replaced')
}

function listens(worker: Worker): Promise<boolean> {
  return new Promise((resolve) => {
    const late = setTimeout(() => worker.process.kill('SIGKILL'), patienceMs)
    const settle = (result: boolean) => {
      clearTimeout(late)
      resolve(result)
    }
    worker.on('message', (message) => message === listeningMessage && settle(true))
    worker.once('exit', () => settle(false))
  })
}
