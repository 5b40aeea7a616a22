import type { Worker } from 'node:cluster'
import { once } from 'node:events'
import type { Log } from '../log.ts'

/** Time after which new code that doesn't listen is given up. */
const patienceMs = 120_000

type Pool = {
  /** Listening workers without a successor. */
  inUse(): Worker[]
  fork(): Worker | null
  retire(worker: Worker): void
  log: Log
}

/** Starts each successor before its predecessor stops. If one can't start, the remaining workers continue. */
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
    worker.once('listening', () => settle(true))
    worker.once('exit', () => settle(false))
  })
}
