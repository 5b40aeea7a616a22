import { setTimeout as sleep } from 'node:timers/promises'
import { deliverWebhook, type WebhookParts } from './deliver.ts'

const everyMs = 5_000

/** Sends webhooks until it is stopped; several processes may do so at once. */
export function startWebhooks(parts: WebhookParts): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const running = (async () => {
    while (!stopping.signal.aborted) {
      const delivered = await deliverWebhook(parts).catch((err) => {
        parts.log.error({ err }, 'webhooks can’t be read or written')
        return false
      })
      if (!delivered) await sleep(everyMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}
