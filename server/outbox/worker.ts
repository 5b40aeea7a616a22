import { setTimeout as sleep } from 'node:timers/promises'
import type { AppContext } from '../context.ts'

export type OutboxWorker = {
  nudge(): void
  /** Resolves when current attempts are settled, or after `grace`, when other workers take them over. */
  stop(): Promise<void>
}

/** Several attempts run at once. @param sendNext gets its hand’s number, from 0 @param options milliseconds */
export function startOutboxWorker(
  sendNext: (hand: number) => Promise<boolean>,
  log: AppContext['log'],
  { hands = 4, every = 5_000, grace = 10_000 } = {},
): OutboxWorker {
  let stopping = false
  let bell = Promise.withResolvers<void>()
  const ended = Promise.all(Array.from({ length: hands }, (_, hand) => work(hand)))

  async function work(hand: number): Promise<void> {
    while (!stopping) {
      // Take the current bell before polling, so that a nudge during the poll isn't lost.
      const rung = bell.promise
      const sent = await sendNext(hand).catch((err) => {
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

/** Doesn't keep the process alive. */
function pause(rung: Promise<void>, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms).unref()
    rung.then(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
