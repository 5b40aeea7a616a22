import { setTimeout as sleep } from 'node:timers/promises'
import { type DeliveryParts, deliverNext } from './deliver.ts'

export type MailWorker = {
  /** After mails were enqueued, so that they leave at once. */
  nudge(): void
  /** Resolves when the mail in hand is settled, or after a while without: another worker takes it over then. */
  stop(): Promise<void>
}

/** @param options in milliseconds; `every` finds what other processes enqueued and what is due again */
export function startMailWorker(parts: DeliveryParts, { every = 5_000, grace = 10_000 } = {}): MailWorker {
  let stopping = false
  let nudged = false
  let wake = () => {}
  const ended = run()

  async function run(): Promise<void> {
    while (!stopping) {
      nudged = false
      const delivered = await deliverNext(parts).catch((err) => {
        parts.log.error({ err }, 'the outbox can’t be read or written')
        return false
      })
      if (!delivered && !nudged && !stopping) await pause()
    }
  }

  /** Doesn't keep the process alive. */
  function pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, every).unref()
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  function nudge(): void {
    nudged = true
    wake()
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
