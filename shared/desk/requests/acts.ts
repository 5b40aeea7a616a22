import { z } from 'zod'
import { plainLines, required, text } from '../../text/text-fields.ts'
import { askedFor, given, notAnObject, seen } from './fields.ts'

/** `revision` is the release's revision that the person saw. */
export const rolloutSchema = z.object(
  {
    percent: z.int('A percentage from 0 to 100.').min(0, 'At least 0.').max(100, 'At most 100.'),
    revision: given(text(64, 'This must be text.')),
  },
  notAnObject,
)

/** A final act that needs only the name of its object. */
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

/** A note on a customer. A customer has no revision, unlike an order or a licence. */
export const customerNoteSchema = noteSchema.pick({ text: true })

/** Requires a reason, because nobody will send this mail. */
export const setAsideSchema = z.object({ reason: required(500, 'Say why.') }, notAnObject)
