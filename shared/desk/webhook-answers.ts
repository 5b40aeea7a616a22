import { z } from 'zod'
import { next, time } from './answers.ts'
import { given, listQuery } from './requests/fields.ts'
import { timeSorts } from './sorts.ts'

/** A receiver from `site.yml`. Its name omits the address's query, which may hold a secret. */
const webhookReceiverSchema = z.object({
  receiver: z.string(),
  events: z.array(z.string()),
  queued: z.int(),
  dead: z.int(),
  /** When it last accepted a message. */
  sentAt: time.nullable(),
  /** It answered 410, so it gets no further messages. */
  isEnded: z.boolean(),
})

export const webhookSchema = z.object({
  id: z.string(),
  type: z.string(),
  receiver: z.string(),
  status: z.enum(['queued', 'sent', 'dead']),
  attempts: z.int(),
  nextAttemptAt: time.nullable(),
  lastError: z.string().nullable(),
  createdAt: time,
  sentAt: time.nullable(),
})

export type ListedWebhook = z.infer<typeof webhookSchema>

export const webhookListQuerySchema = listQuery(timeSorts, {
  status: given(z.enum(['queued', 'retried', 'sent', 'dead'])),
})

export const webhookListSchema = z.object({
  receivers: z.array(webhookReceiverSchema),
  webhooks: z.array(webhookSchema),
  next,
})

export type WebhookList = z.infer<typeof webhookListSchema>

/** The ids of the messages scheduled for another try. */
export const retriedSchema = z.object({ retried: z.array(z.string()) })
