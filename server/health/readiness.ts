import { setTimeout as sleep } from 'node:timers/promises'

export type Readiness = {
  /** True while every part answers and no shutdown has begun. */
  check(): Promise<boolean>
  /** From now on `check` says no: load balancers look elsewhere. */
  beginShutdown(): void
  readonly shuttingDown: boolean
}

/** A load balancer that waits longer has given up. */
const patience = 2000

/**
 * @param parts things that must answer, such as the database; one that rejects means not ready
 * @param patienceMs one that takes longer means the same
 */
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
