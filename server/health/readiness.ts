import { setTimeout as sleep } from 'node:timers/promises'

export type Readiness = {
  check(): Promise<boolean>
  /** Makes `check` return false, so that load balancers look elsewhere. */
  beginShutdown(): void
  readonly shuttingDown: boolean
}

/** A load balancer gives up after a longer wait. */
const patience = 2000

/** @param parts a rejection, or an answer later than `patienceMs`, means not ready */
export function createReadiness(parts: (() => Promise<unknown>)[], patienceMs = patience): Readiness {
  let shuttingDown = false
  return {
    async check() {
      if (shuttingDown) return false
      const answers = Promise.all(parts.map((part) => part())).then(
        () => true,
        () => false,
      )
      return Promise.race([answers, sleep(patienceMs, false, { ref: false })])
    },
    beginShutdown() {
      shuttingDown = true
    },
    get shuttingDown() {
      return shuttingDown
    },
  }
}
