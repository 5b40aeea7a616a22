import { setTimeout as sleep } from 'node:timers/promises'
import type { AppContext } from '../../context.ts'

export type OutboxWorker = {
  nudge(): void
  /** Resolves once current attempts are settled, or after `grace`, when other workers take them over. */
  stop(): Promise<void>
}

/**
 * Polls an outbox until `stop`, in several slots at once.
 * @param sendNext receives its slot's number from 0; resolves to false if nothing was due
 * @param options `concurrency` is the number of slots; `every` and `grace` are in milliseconds
 */
export function startOutboxWorker(
  sendNext: (slot: number) => Promise<boolean>,
  log: AppContext['log'],
  { concurrency = 4, every = 5_000, grace = 10_000 } = {},
): OutboxWorker {
  let stopping = false
  let wakeUp = Promise.withResolvers<void>()
  const ended = Promise.all(Array.from({ length: concurrency }, (_, slot) => work(slot)))

  async function work(slot: number): Promise<void> {
    while (!stopping) {
      // Take the current wake-up before polling, so that a nudge during the poll isn't lost.
      const woken = wakeUp.promise
      const sent = await sendNext(slot).catch((err) => {
        log.error({ err }, 'the outbox can’t be read or written')
        return false
      })
      if (!sent) await pause(woken, every)
    }
  }

  function nudge(): void {
    wakeUp.resolve()
    wakeUp = Promise.withResolvers()
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

/** Doesn't keep the process alive. */
function pause(woken: Promise<void>, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms).unref()
    woken.then(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
