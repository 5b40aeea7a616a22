import { mostWebhooks } from '#shared/orders/webhooks.ts'
import type { AppContext, Clock, Data, Seller } from '../../context.ts'
import type { Trx } from '../../runtime/db/database.ts'
import type { WebhookDeliveryRow } from '../../runtime/db/rows/webhooks.ts'
import { momentOf } from '../../runtime/moment.ts'
import { failureText } from '../failure-text.ts'
import { notifyOwner } from '../mail/notify-owner.ts'
import { type OutboxWorker, startOutboxWorker } from '../outbox/worker.ts'
import { type PostOptions, post } from './post.ts'
import { webhookQueue } from './queue.ts'
import { endReceiver, nameOfReceiver, wantedBy } from './receivers.ts'
import { pausesMs, readRetryAfter } from './retry-delay.ts'
import { webhookHeaders } from './sign.ts'

type WebhookParts = Data & Clock & Seller & Pick<AppContext, 'log'>

/** Each receiver has its own slot, so that a slow one doesn't hold up others. */
export function startWebhooks(parts: WebhookParts): OutboxWorker {
  const sendNext = async (slot: number) => {
    const receiver = parts.library.typed.site.webhooks[slot]
    return receiver !== undefined && deliverWebhook(parts, receiver.url)
  }
  return startOutboxWorker(sendNext, parts.log, { concurrency: mostWebhooks })
}

/** Sends the receiver’s message that has been due longest. @returns false if none is due */
export async function deliverWebhook(
  parts: WebhookParts,
  url: string,
  options: Partial<PostOptions> = {},
): Promise<boolean> {
  const { database, clock, log, random } = parts
  const wanted = wantedBy(parts.library.typed.site, url)
  const delivery = wanted && (await webhookQueue.lease(database.db, momentOf(parts), wanted))
  if (!delivery) return false
  const line = {
    webhook: delivery.id,
    receiver: nameOfReceiver(url),
    type: delivery.type,
    attempt: delivery.attempts,
    // The dedupe key contains the order's id, then its revision.
    ...(delivery.type.startsWith('order.') && { orderId: delivery.dedupe_key.split(':')[1] }),
  }
  const failure = await attempt(parts, delivery, options)
  if (failure === null) {
    const sent = { status: 'sent', sent_at: clock().toISOString(), last_error: null } as const
    await webhookQueue.settle(database.db, delivery, sent)
    log.info(line, 'webhook sent')
    return true
  }
  const { reason, retryAfterMs } = failure
  const pause = failure.isFinal ? undefined : pausesMs[delivery.attempts - 1]
  if (pause === undefined) {
    await giveUp(parts, delivery, failure)
    log.error({ ...line, reason }, 'webhook given up')
    return true
  }
  // Adds jitter, so that messages after an outage don't return all at once.
  const spread = pause * (1 + (random(1)[0] ?? 0) / 1024)
  const next = new Date(clock().getTime() + Math.max(Math.round(spread), retryAfterMs))
  await webhookQueue.settle(database.db, delivery, {
    next_attempt_at: next.toISOString(),
    last_error: reason,
  })
  log.warn({ ...line, reason }, 'webhook not sent yet')
  return true
}

/** An attempt that crashes the process leaves no failure, so only the count gives up such a message. */
async function attempt(
  parts: WebhookParts,
  delivery: WebhookDeliveryRow,
  options: Partial<PostOptions>,
): Promise<Failure | null> {
  const isOver = delivery.attempts > pausesMs.length + 1
  return isOver
    ? { ...failure, reason: 'no attempt came to an end', isFinal: true }
    : send(parts, delivery, options)
}

type Failure = {
  reason: string
  isFinal: boolean
  /** Whether the receiver has ended all deliveries. */
  isGone: boolean
  /** Minimum wait that the receiver asks for. */
  retryAfterMs: number
}

const failure = { isFinal: false, isGone: false, retryAfterMs: 0 }

/** @returns null on success */
export async function send(
  { config, clock }: Pick<WebhookParts, 'config' | 'clock'>,
  { id, url, payload: body }: Pick<WebhookDeliveryRow, 'id' | 'url' | 'payload'>,
  options: Partial<PostOptions> = {},
): Promise<Failure | null> {
  const { webhookSecrets, webhooksAllowPrivate: allowPrivate } = config
  if (webhookSecrets.length === 0) return { ...failure, reason: 'WEBHOOK_SECRET is not set' }
  try {
    const headers = webhookHeaders(webhookSecrets, { id, at: clock(), body })
    const { status, retryAfter } = await post({ url, headers, body }, { allowPrivate, ...options })
    if (status >= 200 && status < 300) return null
    // Standard Webhooks: a receiver answers 410 to end all deliveries.
    const isGone = status === 410
    const retryAfterMs = readRetryAfter(retryAfter, clock())
    const isRedirect = status >= 300 && status < 400
    const reason = `answered ${status}${isRedirect ? ', a redirect, which isn’t followed' : ''}`
    return { reason, isFinal: isGone, isGone, retryAfterMs }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { ...failure, reason: failureText(reason) }
  }
}

async function giveUp(
  parts: WebhookParts,
  delivery: WebhookDeliveryRow,
  { reason, isGone }: Failure,
): Promise<void> {
  const { site } = parts.library.typed
  const { id, type, url } = delivery
  await parts.database.db.transaction().execute(async (trx) => {
    if (!(await webhookQueue.settle(trx, delivery, { status: 'dead', last_error: reason }))) return
    if (isGone) await endReceiver(trx, url, parts.clock())
    const params = { webhookId: id, type, host: nameOfReceiver(url), isGone }
    const outage = `${url} ${(await lastSentTo(trx, url)) ?? 'never'}`
    const mail = { kind: 'webhook_given_up', dedupeKey: `webhook:${outage}`, params } as const
    await notifyOwner(trx, 'problem', mail, { site, ...momentOf(parts) })
  })
}

/** Time of the receiver's last success, after which its outage began. */
async function lastSentTo(trx: Trx, url: string): Promise<string | null> {
  const sent = await trx
    .selectFrom('webhook_deliveries')
    .select(({ fn }) => fn.max('sent_at').as('at'))
    .where('url', '=', url)
    .where('status', '=', 'sent')
    .executeTakeFirst()
  return sent?.at ?? null
}
