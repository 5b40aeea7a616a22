import { setTimeout as sleep } from 'node:timers/promises'

export type Readiness = {
  /** Whether each part answers. All of them do where visitors should be sent here. */
  check(): Promise<Record<string, boolean>>
  /** From now on `running` is false: load balancers look elsewhere. */
  beginShutdown(): void
  readonly shuttingDown: boolean
}

/** A load balancer gives up after a longer wait. */
const patience = 2000

/**
 * @param parts things that must answer, such as the database
 * @param patienceMs a part that takes longer, or rejects, doesn't
 */
export function createReadiness(
  parts: Record<string, () => Promise<unknown>>,
  patienceMs = patience,
): Readiness {
  let shuttingDown = false
  return {
    async check() {
      if (shuttingDown) return { running: false }
      const checked = Object.entries(parts).map(async ([name, part]): Promise<[string, boolean]> => {
        const answer = part().then(
          () => true,
          () => false,
        )
        return [name, await Promise.race([answer, sleep(patienceMs, false, { ref: false })])]
      })
      return { running: true, ...Object.fromEntries(await Promise.all(checked)) }
    },
    beginShutdown() {
      shuttingDown = true
    },
    get shuttingDown() {
      return shuttingDown
    },
  }
}
