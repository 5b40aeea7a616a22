import { z } from 'zod'
import { line, text } from '../../text/text-fields.ts'
import { importFieldNames, importSourceNames } from '../import-fields.ts'
import { notAnObject } from './fields.ts'

export const importUploadQuerySchema = z.object({
  /** The file's name, which lists show. */
  name: line(200, 'This must be text.').default('licences.csv'),
})

const importText = text(200, 'This must be text.')

/** How an import's file is read. */
export const importChoicesSchema = z.object(
  {
    from: z.enum(importSourceNames, 'Not one of the shops.').nullable(),
    /** The columns that differ from the guess, by field; an empty one omits its field. */
    map: z.partialRecord(z.enum(importFieldNames), importText).default({}),
    /** Our skus by product name; an empty one omits the product's rows. */
    products: z.record(text(500, 'This must be text.'), importText).default({}),
    /** The order of day, month and year. Null follows the shop's format, and refuses ambiguous dates. */
    dates: z.enum(['dmy', 'mdy', 'ymd'], 'dmy, mdy or ymd').nullable().default(null),
    /** Gives rows without an end of updates updates for good, instead of the plan's months from the purchase. */
    forGood: z.boolean('This must be true or false.').default(false),
    /** Whether customers get a mail. */
    mail: z.boolean('This must be true or false.').default(false),
  },
  notAnObject,
)

/** `choices` are the ones that the person saw, which may differ from the checked ones. */
export const importRunSchema = z.object({ choices: importChoicesSchema.optional() }, notAnObject)
