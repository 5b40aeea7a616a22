import { z } from 'zod'
import { exactObject } from '../http/exact-object.ts'

export const webhookTypes = [
  'order.paid',
  'order.refunded',
  'order.updated',
  'licence.issued',
  'licence.updated',
  'licence.revoked',
  'activation.created',
  'activation.released',
  'trial.started',
] as const

export type WebhookType = (typeof webhookTypes)[number]

export const mostWebhooks = 10

export const webhookSchema = exactObject({
  url: z.url({ protocol: /^https?$/, error: 'an address reads https://example.com/hook' }),
  events: z.array(z.enum(webhookTypes)).min(1),
})

export type Webhook = z.infer<typeof webhookSchema>
