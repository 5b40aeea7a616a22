import cluster, { type Worker } from 'node:cluster'
import { dirname } from 'node:path'
import type { Config } from '../../config.ts'
import { carryBetweenWorkers } from '../../people/remote/bus.ts'
import { findPort } from '../../web/http/listen.ts'
import { createLog } from '../log.ts'
import { replaceWorkers } from './replace-workers.ts'

/** A worker that lived this long didn't crash at start. */
const soundMs = 10_000

/** Back-off for workers that crash at start: 100 ms, doubling, at most 30 s. */
const firstWaitMs = 100
const lastWaitMs = 30_000

/** Time beyond their own SHUTDOWN_TIMEOUT_MS before workers are killed. */
const graceMs = 3_000

/** SIGUSR2 replaces workers one by one with the code now on disk; SIGTERM and SIGINT drain them. @throws StartError */
export async function keepWorkers(config: Config & { webConcurrency: number }): Promise<void> {
  const log = createLog(config)
  const startedAt = new Map<number, number>()
  const listening = new Set<Worker>()
  const retired = new Set<Worker>()
  let complete = false
  let draining = false
  let failed = false
  let soonDead = 0
  let replacing = Promise.resolve()
  if (config.metricsToken)
    import('../../web/metrics/of-all-workers.ts').then((metrics) => metrics.gatherForWorkers())
  carryBetweenWorkers()
  const port = await findPort(config)
  // Workers start in the current release's folder, because this process's own may be deleted.
  cluster.setupPrimary({ cwd: dirname(process.argv[1] as string) })
  fork()

  cluster.on('exit', (worker, code, signal) => {
    const hadListened = listening.delete(worker)
    retired.delete(worker)
    if (draining) return endDrain(code, signal)
    if (isComplete()) return
    if (!hadListened && listening.size === 0) {
      log.fatal({ pid: worker.process.pid, code, signal }, 'no worker can start')
      process.exit(1)
    }
    const wait = waitAfter(worker)
    log.error({ pid: worker.process.pid, code, signal, wait }, 'worker died and is replaced')
    setTimeout(() => !isComplete() && fork(), wait)
  })

  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => drain(signal))
  process.on('SIGUSR2', () => {
    const inUse = () => [...listening].filter((worker) => !retired.has(worker))
    replacing = replacing.then(() => replaceWorkers({ inUse, fork, retire, log }))
  })

  /** Includes starting workers, and retired ones, which have successors. */
  function isComplete(): boolean {
    return workers().length - retired.size >= config.webConcurrency
  }

  function fork(): Worker | null {
    if (draining) return null
    const worker = cluster.fork({ PORT: String(port) })
    startedAt.set(worker.id, performance.now())
    worker.once('listening', () => hasBegun(worker))
    worker.on('error', (error) => log.warn({ err: error, pid: worker.process.pid }, 'worker not reached'))
    return worker
  }

  function hasBegun(worker: Worker): void {
    listening.add(worker)
    if (complete) return
    complete = true
    for (let count = 1; count < config.webConcurrency; count++) fork()
  }

  function retire(worker: Worker): void {
    if (worker.isDead()) return
    retired.add(worker)
    endWithin(worker)
  }

  function waitAfter({ id }: Worker): number {
    const lived = performance.now() - (startedAt.get(id) ?? 0)
    startedAt.delete(id)
    soonDead = lived < soundMs ? soonDead + 1 : 0
    return soonDead === 0 ? 0 : Math.min(firstWaitMs * 2 ** (soonDead - 1), lastWaitMs)
  }

  function drain(signal: NodeJS.Signals): void {
    if (draining) return
    draining = true
    log.info({ signal, workers: workers().length }, 'draining workers')
    if (workers().length === 0) process.exit(0)
    for (const worker of workers()) endWithin(worker)
  }

  /** SIGTERM is no failure: it ends a worker that isn't listening yet. */
  function endDrain(code: number, signal: string): void {
    failed ||= code !== 0 && signal !== 'SIGTERM'
    if (workers().length === 0) process.exit(failed ? 1 : 0)
  }

  function endWithin(worker: Worker): void {
    worker.process.kill('SIGTERM')
    const late = setTimeout(() => worker.process.kill('SIGKILL'), config.shutdownTimeoutMs + graceMs)
    worker.once('exit', () => clearTimeout(late))
  }
}

function workers(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
}
