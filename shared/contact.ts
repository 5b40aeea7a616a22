import { z } from 'zod'
import type { FieldError } from './problem.ts'
import { countCharacters, emailSchema, required } from './text-fields.ts'

export const topics = ['support', 'licensing', 'sales', 'press', 'other'] as const
export type Topic = (typeof topics)[number]

/** What a person writes to us: the fields of the form. */
export const contactFields = {
  name: required(100, 'Enter your name.'),
  email: emailSchema,
  topic: z.enum(topics, { error: 'Choose what it’s about.' }),
  message: z
    .string({ error: 'Write a message.' })
    .overwrite(plainLines)
    .refine(
      (text) => countCharacters(text) >= 10,
      'Write at least 10 characters, so that we know what you need.',
    )
    .refine(
      (text) => countCharacters(text) <= 5000,
      'This is longer than 5,000 characters. Send the rest in another message.',
    ),
}

/** The body of `POST /api/contact`. */
export const contactSchema = z.object(
  {
    ...contactFields,
    /** The human verification's token. */
    verification: z.string().default(''),
    /** A honeypot: people leave it empty. */
    website: z.string().default(''),
  },
  { error: 'The body must be an object.' },
)

export type ContactMessage = Pick<z.infer<typeof contactSchema>, 'name' | 'email' | 'topic' | 'message'>

export const contactReceiptSchema = z.object({ id: z.string(), reference: z.string() })
export type ContactReceipt = z.infer<typeof contactReceiptSchema>

/** What a form post without JavaScript is answered with, when it wasn't accepted. */
export type ContactRefusal = {
  /** As typed. */
  values: Partial<Record<keyof ContactMessage, string>>
  errors: FieldError[]
  detail: string
}

/** Line ends as `\n`, and no other control characters: PostgreSQL stores no NUL, and no mail needs a bell. */
function plainLines(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()
}
