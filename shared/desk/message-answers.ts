import { z } from 'zod'
import type { ContactMessage } from '../contact/contact.ts'
import { orderStatusSchema } from '../orders/orders.ts'
import { next, time } from './answers.ts'
import { listedLicenceSchema } from './licence-answers.ts'
import { mailSchema } from './mail-answers.ts'

const fields = {
  name: z.string(),
  email: z.string(),
  topic: z.string(),
  message: z.string(),
} satisfies Record<keyof ContactMessage, z.ZodType>

const messageSchema = z.object({
  id: z.string(),
  reference: z.string(),
  ...fields,
  verified: z.boolean(),
  quarantined: z.boolean(),
  createdAt: time,
  answeredAt: time.nullable(),
  answeredBy: z.string().nullable(),
})

export type Message = z.infer<typeof messageSchema>

export const messageListSchema = z.object({ messages: z.array(messageSchema), next })

export type MessageList = z.infer<typeof messageListSchema>

/** With the mails that it caused, and what belongs to its sender's address. */
export const wholeMessageSchema = messageSchema.extend({
  mails: z.array(mailSchema.pick({ kind: true, recipient: true, status: true, sentAt: true })),
  licences: z.array(listedLicenceSchema.pick({ id: true, plan: true, keyHint: true, status: true })),
  orders: z.array(z.object({ id: z.string(), number: z.string(), status: orderStatusSchema })),
})

export type WholeMessage = z.infer<typeof wholeMessageSchema>
