import { z } from 'zod'
import type { WebhookType } from '#shared/orders/webhooks.ts'

const order = z.object({
  id: z.string(),
  number: z.string(),
  status: z.string(),
  currency: z.string(),
  /** In hundredths of the currency, as are all amounts. */
  total: z.int(),
  tax: z.int(),
  refunded: z.int().meta({ description: 'All refunds so far.' }),
  paymentMethod: z.enum(['card', 'invoice']),
  purchaseOrder: z.string().nullable(),
  customer: z.object({
    name: z.string(),
    email: z.string(),
    companyName: z.string().nullable(),
    country: z.string(),
  }),
})

const licence = z.object({
  id: z.string(),
  keyHint: z.string().meta({ description: 'The end of the key. No message holds a whole one.' }),
  sku: z.string(),
  plan: z.string(),
  seats: z.int(),
  updatesUntil: z.string(),
  status: z.string(),
  email: z.string(),
})

const activation = z.object({
  id: z.string(),
  machineId: z.string(),
  machineName: z.string().nullable(),
  appVersion: z.string().nullable(),
  activatedAt: z.string(),
  licence,
})

/** The `data` of each message. */
export const payloads = {
  'order.paid': order,
  'order.refunded': order,
  'licence.issued': licence,
  'licence.changed': licence,
  'licence.revoked': licence,
  'activation.created': activation,
} satisfies Record<WebhookType, z.ZodObject>

export type Payload<Type extends WebhookType = WebhookType> = z.infer<(typeof payloads)[Type]>
