import { setTimeout as sleep } from 'node:timers/promises'
import { type DeliveryParts, deliverNext } from './deliver.ts'

export type MailWorker = {
  /** After mails were enqueued, so that they leave at once. */
  nudge(): void
  /** Resolves when the mails in hand are settled, or after a while without: another worker takes them over then. */
  stop(): Promise<void>
}

/**
 * Several hands, so that a server that is slow with one mail doesn't hold up the others.
 * @param options `every` finds what other processes enqueued and what is due again; `every` and `grace` in milliseconds
 */
export function startMailWorker(
  parts: DeliveryParts,
  { hands = 4, every = 5_000, grace = 10_000 } = {},
): MailWorker {
  let stopping = false
  let bell = Promise.withResolvers<void>()
  const ended = Promise.all(Array.from({ length: hands }, work))

  async function work(): Promise<void> {
    while (!stopping) {
      // The bell of before the look: one that rings meanwhile isn't missed.
      const rung = bell.promise
      const delivered = await deliverNext(parts).catch((err) => {
        parts.log.error({ err }, 'the outbox can’t be read or written')
        return false
      })
      if (!delivered) await pause(rung, every)
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

/** Until the bell rings or the time is over; doesn't keep the process alive. */
function pause(rung: Promise<void>, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms).unref()
    rung.then(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
