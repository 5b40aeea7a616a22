import type { AppContext } from '../context.ts'
import type { WebhookDeliveryRow } from '../db/rows/webhooks.ts'
import { notifyOwner } from '../mail/notify-owner.ts'
import { momentOf } from '../moment.ts'
import { type PostOptions, post } from './post.ts'
import { endAttempt, leaseDelivery } from './queue.ts'
import { webhookHeaders } from './sign.ts'

export type WebhookParts = Pick<AppContext, 'database' | 'config' | 'clock' | 'random' | 'log'> & {
  library: Pick<AppContext['library'], 'typed'>
}

const minute = 60_000
const hour = 60 * minute

/** The pauses after the first attempts: 10 of them, together a little more than three days. */
export const pausesMs = [
  minute / 12,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
]

/**
 * Sends the message that has been due longest.
 * @returns false when none is due
 */
export async function deliverWebhook(
  parts: WebhookParts,
  options: Partial<PostOptions> = {},
): Promise<boolean> {
  const { db } = parts.database
  const delivery = await leaseDelivery(db, momentOf(parts))
  if (!delivery) return false
  const failure = await send(parts, delivery, options)
  const line = { webhook: delivery.id, type: delivery.type, attempt: delivery.attempts }
  if (failure === null) {
    await endAttempt(db, delivery, {
      status: 'sent',
      sent_at: parts.clock().toISOString(),
      last_error: null,
    })
    parts.log.info(line, 'webhook sent')
    return true
  }
  const pause = failure.isFinal ? undefined : pausesMs[delivery.attempts - 1]
  if (pause === undefined) await giveUp(parts, delivery, failure.reason)
  else {
    const next = new Date(parts.clock().getTime() + pause)
    await endAttempt(db, delivery, { next_attempt_at: next.toISOString(), last_error: failure.reason })
  }
  const level = pause === undefined ? 'error' : 'warn'
  parts.log[level](
    { ...line, reason: failure.reason },
    pause === undefined ? 'webhook given up' : 'webhook not sent yet',
  )
  return true
}

type Failure = { reason: string; isFinal: boolean }

/** @returns null when the receiver took it */
export async function send(
  { config, clock }: Pick<WebhookParts, 'config' | 'clock'>,
  { id, url, payload: body }: Pick<WebhookDeliveryRow, 'id' | 'url' | 'payload'>,
  options: Partial<PostOptions> = {},
): Promise<Failure | null> {
  const { webhookSecret, webhooksAllowPrivate: allowPrivate } = config
  if (!webhookSecret) return { reason: 'WEBHOOK_SECRET is not set', isFinal: false }
  try {
    const headers = webhookHeaders(webhookSecret, { id, at: clock(), body })
    const status = await post({ url, headers, body }, { allowPrivate, ...options })
    if (status >= 200 && status < 300) return null
    // Standard Webhooks: 410 says that the receiver wants no more of them.
    return { reason: `answered ${status}`, isFinal: status === 410 }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { reason: reason.replace(/\s+/g, ' ').slice(0, 500), isFinal: false }
  }
}

async function giveUp(parts: WebhookParts, delivery: WebhookDeliveryRow, reason: string): Promise<void> {
  const { site } = parts.library.typed
  const { id, type, url } = delivery
  await parts.database.db.transaction().execute(async (trx) => {
    await endAttempt(trx, delivery, { status: 'dead', last_error: reason })
    const params = { webhookId: id, type, host: new URL(url).host }
    const mail = { kind: 'webhook_given_up', dedupeKey: `webhook:${id}`, params } as const
    await notifyOwner(trx, 'problem', mail, { site, ...momentOf(parts) })
  })
}
