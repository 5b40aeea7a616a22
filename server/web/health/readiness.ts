import { setTimeout as sleep } from 'node:timers/promises'
import { succeeds } from '../../runtime/succeeds.ts'

export type Readiness = {
  /** False for each part that doesn't answer. Load balancers then go elsewhere. */
  check(): Promise<Record<string, boolean>>
  /** Makes `running` false, so that load balancers go elsewhere. */
  beginShutdown(): void
  readonly shuttingDown: boolean
  /** Aborted by `beginShutdown`. */
  readonly stopping: AbortSignal
}

/** Load balancers rarely wait longer. */
const patienceMs = 2000

/** @param parts such as the database; a slower one counts as failed */
export function createReadiness(parts: Record<string, () => Promise<unknown>>): Readiness {
  const stop = new AbortController()
  return {
    async check() {
      if (stop.signal.aborted) return { running: false }
      const checked = Object.entries(parts).map(async ([name, part]): Promise<[string, boolean]> => {
        return [name, await Promise.race([succeeds(part()), sleep(patienceMs, false, { ref: false })])]
      })
      return { running: true, ...Object.fromEntries(await Promise.all(checked)) }
    },
    beginShutdown() {
      stop.abort()
    },
    get shuttingDown() {
      return stop.signal.aborted
    },
    stopping: stop.signal,
  }
}
