import { z } from 'zod'
import { plainLines, required, text } from '../../text/text-fields.ts'
import { askedFor, given, notAnObject, seen } from './fields.ts'

/** `revision` is the one of the release that the person saw. */
export const rolloutSchema = z.object(
  {
    percent: z.int('A percentage from 0 to 100.').min(0, 'At least 0.').max(100, 'At most 100.'),
    revision: given(text(64, 'This must be text.')),
  },
  notAnObject,
)

/** A final act that needs nothing but its object's name. */
export const finalActSchema = z.object({ confirm: askedFor }, notAnObject)

export const actSchema = z.object(seen, notAnObject)

export const noteSchema = z.object(
  {
    text: text(2000, 'Write a note.')
      .transform(plainLines)
      .refine((value) => value !== '', 'Write a note.'),
    ...seen,
  },
  notAnObject,
)

/** A customer's, whose lines nobody else changes. */
export const customerNoteSchema = noteSchema.pick({ text: true })

/** Requires a reason, because nobody will send the mail. */
export const setAsideSchema = z.object({ reason: required(500, 'Say why.') }, notAnObject)
