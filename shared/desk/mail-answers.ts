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
  /** Set for the mail of a paid order; null for others. */
  carries: carriedSchema.nullable(),
  /** `aside` was given up, and nobody needs it any more. */
  status: z.enum(['queued', 'sent', 'dead', 'aside']),
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
  /** Why it was set aside. */
  asideReason: z.string().nullable(),
})

export type Mail = z.infer<typeof mailSchema>

export const mailListQuerySchema = listQuery(timeSorts, {
  status: given(z.enum(['queued', 'sent', 'dead', 'aside'])),
  /** Its recipient's, whole. */
  email: given(exactText(254, 'This must be text.').transform(foldEmail)),
  from: given(daySchema),
  to: given(daySchema),
})

export const mailListSchema = z.object({ mails: z.array(mailSchema), next })

export type MailList = z.infer<typeof mailListSchema>

/** A part of a mail. */
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
  /** To whom it was written, or would be written now. */
  to: z.string().nullable(),
  /** Null, as the text is, once what it was about is gone, or its copy isn't kept any more. */
  subject: z.string().nullable(),
  /** Empty for a mail that was sent, which is kept as text. */
  blocks: z.array(mailBlockSchema),
  text: z.string().nullable(),
  attachments: z.array(z.string()),
})

export type MailText = z.infer<typeof mailTextSchema>

export const wholeMailSchema = mailSchema.extend(mailTextSchema.shape)

export type WholeMail = z.infer<typeof wholeMailSchema>
