import { z } from 'zod'
import type { ZodOpenApiPathItemObject } from 'zod-openapi'
import { type WebhookType, webhookTypes } from '#shared/orders/webhooks.ts'
import { webhookPayloads } from '../../api.ts'
import { operationId } from './operation-id.ts'

const summaries: Record<WebhookType, string> = {
  'order.paid': 'An order is paid',
  'order.refunded': 'Money of an order went back',
  'order.updated':
    'A paid order is disputed or no longer, its payment was undone, a bank gave money back, or its buyer or tax was corrected',
  'licence.issued': 'A licence is issued',
  'licence.updated':
    'A licence has another plan, key, status or owner, other seats or updates, or unlocks something else',
  'licence.revoked': 'A licence has ended',
  'activation.created': 'A licence is on another machine',
  'activation.released': 'A machine gave its seat back',
  'trial.started': 'A machine began its trial',
}

const headers = z.object({
  'webhook-id': z.string().meta({ description: 'The same in each attempt.' }),
  'webhook-timestamp': z.string().meta({ description: 'The attempt’s time, in seconds since 1970.' }),
  'webhook-signature': z
    .string()
    .meta({ description: 'Of Standard Webhooks: `v1,` and base64, one for each secret, by spaces.' }),
})

/** Describes each once, for messages to refer to. */
const receipts = {
  '2XX': { id: 'MessageTaken', description: 'The message is taken.' },
  410: { id: 'ReceiverGone', description: 'The receiver wants no message any more.' },
  default: {
    id: 'MessageTriedAgain',
    description: 'The message is tried again for three days, no earlier than `Retry-After` says.',
  },
}

/** Messages that the site posts to the receivers in `site.yml`. */
export const webhookItems: Record<string, ZodOpenApiPathItemObject> = Object.fromEntries(
  webhookTypes.map((type) => [type, { post: describe(type) }]),
)

function describe(type: WebhookType) {
  const schema = z.object({ type: z.literal(type), timestamp: z.iso.datetime(), data: webhookPayloads[type] })
  return {
    operationId: operationId('on', type),
    summary: summaries[type],
    security: [],
    requestParams: { header: headers },
    requestBody: { required: true, content: { 'application/json': { schema } } },
    responses: receipts,
  }
}
