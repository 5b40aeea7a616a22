import { setTimeout as sleep } from 'node:timers/promises'
import { succeeds } from '../../runtime/succeeds.ts'

export type Readiness = ReturnType<typeof createReadiness>

/** Load balancers rarely wait longer. */
const patienceMs = 2000

/** @param parts checks by name, such as the database; a slow one counts as failed */
export function createReadiness(parts: Record<string, () => Promise<unknown>>) {
  const stop = new AbortController()
  return {
    /** False for each part that doesn't answer. Load balancers then send no requests here. */
    async check(): Promise<Record<string, boolean>> {
      if (stop.signal.aborted) return { running: false }
      const checked = Object.entries(parts).map(async ([name, part]): Promise<[string, boolean]> => {
        return [name, await Promise.race([succeeds(part()), sleep(patienceMs, false, { ref: false })])]
      })
      return { running: true, ...Object.fromEntries(await Promise.all(checked)) }
    },
    /** Makes `running` false, so that load balancers send no more requests. */
    beginShutdown: () => stop.abort(),
    get shuttingDown() {
      return stop.signal.aborted
    },
    /** Aborted by `beginShutdown`. */
    stopping: stop.signal,
  }
}
