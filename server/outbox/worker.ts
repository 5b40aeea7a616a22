import { setTimeout as sleep } from 'node:timers/promises'
import type { AppContext } from '../context.ts'

export type OutboxWorker = {
  /** After something was enqueued, so that it leaves at once. */
  nudge(): void
  /** Resolves when the attempts in hand are settled, or after a while without: another worker takes them over then. */
  stop(): Promise<void>
}

/**
 * Sends until it is stopped, with several hands, so that a slow receiver doesn't hold up the others.
 * @param sendNext sends what has been due longest, false when nothing is
 * @param options `every` finds what other processes enqueued and what is due again; `every` and `grace` in milliseconds
 */
export function startOutboxWorker(
  sendNext: () => Promise<boolean>,
  log: AppContext['log'],
  { hands = 4, every = 5_000, grace = 10_000 } = {},
): OutboxWorker {
  let stopping = false
  let bell = Promise.withResolvers<void>()
  const ended = Promise.all(Array.from({ length: hands }, work))

  async function work(): Promise<void> {
    while (!stopping) {
      // Take the current bell before looking, so a nudge during the look isn't lost.
      const rung = bell.promise
      const sent = await sendNext().catch((err) => {
        log.error({ err }, 'the outbox can’t be read or written')
        return false
      })
      if (!sent) await pause(rung, every)
    }
  }

  function nudge(): void {
    bell.resolve()
    bell = Promise.withResolvers()
  }

  return {
    nudge,
    async stop() {
      stopping = true
      nudge()
      await Promise.race([ended, sleep(grace, undefined, { ref: false })])
    },
  }
}

/** Waits for the bell or the end of the time; doesn't keep the process alive. */
function pause(rung: Promise<void>, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms).unref()
    rung.then(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
