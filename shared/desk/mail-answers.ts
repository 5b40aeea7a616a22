import { z } from 'zod'
import { next, time } from './answers.ts'

export const sentMailSchema = z.object({
  id: z.string(),
  kind: z.string(),
  status: z.enum(['queued', 'sent', 'dead']),
  recipient: z.string(),
  createdAt: time,
  sentAt: time.nullable(),
  lastError: z.string().nullable(),
})

/** As an order or a licence lists it. */
export type SentMail = z.infer<typeof sentMailSchema>

export const mailSchema = sentMailSchema.extend({
  orderId: z.string().nullable(),
  messageId: z.string().nullable(),
  attempts: z.int(),
  nextAttemptAt: time.nullable(),
})

export type Mail = z.infer<typeof mailSchema>

export const mailListSchema = z.object({ mails: z.array(mailSchema), next })

export type MailList = z.infer<typeof mailListSchema>

export const mailTextSchema = z.object({
  /** Null, as the text is, once the order or message that it was about is gone. */
  subject: z.string().nullable(),
  text: z.string().nullable(),
  attachments: z.array(z.string()),
})

export type MailText = z.infer<typeof mailTextSchema>

export const wholeMailSchema = mailSchema.extend(mailTextSchema.shape)

export type WholeMail = z.infer<typeof wholeMailSchema>
