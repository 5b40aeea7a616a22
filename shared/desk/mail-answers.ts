import { z } from 'zod'
import { daySchema } from '../calendar/day-schema.ts'
import { foldEmail } from '../text/email.ts'
import { exactText } from '../text/text-fields.ts'
import { next, time } from './answers.ts'
import { given, listQuery } from './requests/fields.ts'
import { timeSorts } from './sorts.ts'

export const carriedSchema = z.enum(['keys_invoice', 'keys_receipt', 'change_invoice', 'change_receipt'])

export type Attached = z.infer<typeof carriedSchema>

export const sentMailSchema = z.object({
  id: z.string(),
  kind: z.string(),
  /** The contents of a paid order's mail; null for other mails. */
  carries: carriedSchema.nullable(),
  /** `dead` was given up; `aside` was given up and no longer matters. */
  status: z.enum(['queued', 'sent', 'dead', 'aside']),
  recipient: z.string(),
  createdAt: time,
  sentAt: time.nullable(),
  lastError: z.string().nullable(),
})

/** A mail as an order or a licence lists it. */
export type SentMail = z.infer<typeof sentMailSchema>

export const mailSchema = sentMailSchema.extend({
  orderId: z.string().nullable(),
  messageId: z.string().nullable(),
  attempts: z.int(),
  nextAttemptAt: time.nullable(),
  /** Why staff set it aside. */
  asideReason: z.string().nullable(),
})

export type Mail = z.infer<typeof mailSchema>

export const mailListQuerySchema = listQuery(timeSorts, {
  status: given(z.enum(['queued', 'sent', 'dead', 'aside'])),
  /** The recipient's whole address. */
  email: given(exactText(254, 'This must be text.').transform(foldEmail)),
  from: given(daySchema),
  to: given(daySchema),
})

export const mailListSchema = z.object({ mails: z.array(mailSchema), next })

export type MailList = z.infer<typeof mailListSchema>

const mailBlockSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('paragraph'), text: z.string() }),
  z.object({ type: z.literal('action'), label: z.string(), url: z.string() }),
  z.object({ type: z.literal('links'), links: z.array(z.object({ label: z.string(), url: z.string() })) }),
  z.object({ type: z.literal('keys'), keys: z.array(z.object({ key: z.string(), note: z.string() })) }),
  z.object({ type: z.literal('facts'), facts: z.array(z.object({ term: z.string(), value: z.string() })) }),
  z.object({
    type: z.literal('amounts'),
    amounts: z.array(z.object({ label: z.string(), amount: z.string() })),
  }),
  z.object({ type: z.literal('quote'), text: z.string() }),
])

export type MailBlock = z.infer<typeof mailBlockSchema>

const mailTextSchema = z.object({
  from: z.string().nullable(),
  /** The recipient, or for an unsent mail the current one. */
  to: z.string().nullable(),
  /** Null, like `text`, if its subject or its stored copy is deleted. */
  subject: z.string().nullable(),
  /** Empty for a sent mail, which is stored as text. */
  blocks: z.array(mailBlockSchema),
  text: z.string().nullable(),
  attachments: z.array(z.string()),
})

export type MailText = z.infer<typeof mailTextSchema>

export const wholeMailSchema = mailSchema.extend(mailTextSchema.shape)

export type WholeMail = z.infer<typeof wholeMailSchema>
