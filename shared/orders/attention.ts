import { z } from 'zod'
import { text } from '../text/text-fields.ts'

/** A notice from the card provider that a person should act on. Amount in cents. */
export const attentionSchema = z.object({
  kind: z.enum(['dispute', 'inquiry', 'warning', 'review', 'unknown']),
  /** The provider's id for it. */
  id: text(255, 'An id is text.'),
  /** The provider's reason, such as "fraudulent"; for `unknown`, its status. */
  reason: text(500, 'A reason is text.'),
  amount: z.int(),
  /** The deadline for an answer. */
  dueBy: z.iso.datetime().nullable(),
  /** The bank has the answer and decides, so staff can do no more. */
  isAnswered: z.boolean().optional(),
  /** Somebody dismissed it. */
  isLeft: z.boolean().optional(),
})

export type Attention = z.infer<typeof attentionSchema>
