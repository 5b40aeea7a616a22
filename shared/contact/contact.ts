import { z } from 'zod'
import {
  countCharacters,
  emailSchema,
  plainLines,
  required,
  text,
  unitsPerCharacter,
  verificationSchema,
} from '../text/text-fields.ts'

export const topics = ['support', 'licensing', 'sales', 'press', 'other'] as const
export type Topic = (typeof topics)[number]

const messageMax = 5000
/** "5,000 characters" */
export const messageMaxInWords = `${messageMax.toLocaleString('en-AU')} characters`
const messageTooLong = `This is longer than ${messageMaxInWords}. Send the rest in another message.`

export const contactFields = {
  name: required(100, 'Enter your name.'),
  email: emailSchema,
  topic: z.enum(topics, { error: 'Choose what it’s about.' }),
  message: text(unitsPerCharacter * messageMax, 'Write a message.', messageTooLong)
    .overwrite(plainLines)
    .refine(
      (message) => countCharacters(message) >= 10,
      'Write at least 10 characters, so that we know what you need.',
    )
    .refine((message) => countCharacters(message) <= messageMax, messageTooLong),
}

export const contactSchema = z.object(
  {
    ...contactFields,
    verification: verificationSchema,
    /** A honeypot: people leave this hidden field empty. */
    website: text(2000, 'This must be text.')
      .nullish()
      .transform((text) => text ?? ''),
  },
  { error: 'The body must be an object.' },
)

export type ContactMessage = z.infer<z.ZodObject<typeof contactFields>>

export const contactFieldNames = Object.keys(contactFields) as (keyof ContactMessage)[]

const shortText = text(64, 'This must be text.')
export const contactReceiptSchema = z.object({ id: shortText, reference: shortText })
export type ContactReceipt = z.infer<typeof contactReceiptSchema>
