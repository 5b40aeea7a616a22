import { z } from 'zod'
import { text } from '../text/text-fields.ts'

/** What the card provider says about a paid order, and a person should act on. Amount in cents. */
export const attentionSchema = z.object({
  kind: z.enum(['dispute', 'inquiry', 'warning', 'review', 'unknown']),
  /** The provider's id of it. */
  id: text(255, 'An id is text.'),
  /** The provider's word, such as "fraudulent"; the status where that is unknown. */
  reason: text(500, 'A reason is text.'),
  amount: z.int(),
  /** The last moment for an answer. */
  dueBy: z.iso.datetime().nullable(),
  /** The bank has an answer and decides: nobody here can do more. */
  isAnswered: z.boolean().optional(),
  /** Somebody here saw it, and decided to do nothing about it. */
  isLeft: z.boolean().optional(),
})

export type Attention = z.infer<typeof attentionSchema>
