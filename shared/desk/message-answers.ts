import { z } from 'zod'
import type { ContactMessage } from '../contact/contact.ts'
import { orderStatusSchema } from '../orders/orders.ts'
import { line, text } from '../text/text-fields.ts'
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
  /** The e-mail of the person who is to answer it; null for nobody. */
  assignedTo: z.string().nullable(),
})

export type Message = z.infer<typeof messageSchema>

export const messageListSchema = z.object({ messages: z.array(messageSchema), next })

export type MessageList = z.infer<typeof messageListSchema>

/** A page of the site that an answer links to. */
export const articleSchema = z.object({
  path: text(200, 'Name a page.').regex(/^\/[\w/#-]*$/, 'Name a page of the site, such as /help/install.'),
  title: line(200, 'Name its title.'),
})

/** @param text the path, a blank and the title */
export function toArticle(text: string): { path: string; title: string } {
  const [path = '', ...title] = text.split(' ')
  return { path, title: title.join(' ') }
}

/** The text of a mail of this kind. */
export const writtenAnswerSchema = z.object({
  text: z.string(),
  articles: z.array(articleSchema),
  by: z.string(),
})

const sentAnswerSchema = writtenAnswerSchema.extend({
  mailId: z.string(),
  at: time,
  status: mailSchema.shape.status,
})

export type SentAnswer = z.infer<typeof sentAnswerSchema>

/** A message with its mails, and the records of its sender's address. */
export const wholeMessageSchema = messageSchema.extend({
  /** Sent with an answer; changes with every act. */
  revision: z.int(),
  /** Oldest first. */
  answers: z.array(sentAnswerSchema),
  /** E-mails of the staff who may answer it. */
  people: z.array(z.string()),
  mails: z.array(mailSchema.pick({ kind: true, recipient: true, status: true, sentAt: true })),
  licences: z.array(listedLicenceSchema.pick({ id: true, plan: true, keyHint: true, status: true })),
  orders: z.array(z.object({ id: z.string(), number: z.string(), status: orderStatusSchema })),
})

export type WholeMessage = z.infer<typeof wholeMessageSchema>
