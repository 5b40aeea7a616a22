import { z } from 'zod'
import { emailSchema, plainLines, text } from '../../text/text-fields.ts'
import { articleSchema } from '../message-answers.ts'
import { timeSorts } from '../sorts.ts'
import { given, listQuery, notAnObject, seen } from './fields.ts'

export const messageStates = ['unanswered', 'answered', 'quarantined'] as const

export const messageListQuerySchema = listQuery(timeSorts, {
  /** `mine` are the messages assigned to the sender of the request. */
  state: z.enum([...messageStates, 'mine']).default('unanswered'),
})

/** The mail to the sender, which quotes their message below the answer. */
export const answerMessageSchema = z.object(
  {
    text: text(5000, 'Write an answer.')
      .transform(plainLines)
      .refine((value) => value !== '', 'Write an answer.'),
    articles: z.array(articleSchema, 'Name pages in a list.').max(10, 'At most ten.').default([]),
    ...seen,
  },
  notAnObject,
)

/** Unassigns the message if `to` is omitted. */
export const assignSchema = z.object({ to: given(emailSchema), ...seen }, notAnObject)
