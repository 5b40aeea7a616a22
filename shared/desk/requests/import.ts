import { z } from 'zod'
import { line, text } from '../../text/text-fields.ts'
import { type ImportField, type ImportSource, importFieldNames, importSourceNames } from '../import-fields.ts'
import { notAnObject } from './fields.ts'

export const importUploadQuerySchema = z.object({
  /** The file's name, for lists. */
  name: line(200, 'This must be text.').default('licences.csv'),
})

const importText = text(200, 'This must be text.')

/** How an import's file is read. */
export const importChoicesSchema = z.object(
  {
    from: z.enum(importSourceNames as [ImportSource, ...ImportSource[]], 'Not one of the shops.').nullable(),
    /** A column for each field that differs from the guess; an empty one leaves its field out. */
    map: z.partialRecord(z.enum(importFieldNames as [ImportField, ...ImportField[]]), importText).default({}),
    /** Our sku for each name of a product; an empty one leaves its rows out. */
    products: z.record(text(500, 'This must be text.'), importText).default({}),
    /** What comes first in days. Null reads them as the shop writes them, or refuses those that read in two ways. */
    dates: z.enum(['dmy', 'mdy', 'ymd'], 'dmy, mdy or ymd').nullable().default(null),
    /** Whether rows without an end of updates get them for good, not for the plan's months from the purchase. */
    forGood: z.boolean('This must be true or false.').default(false),
    /** Whether customers are told. */
    mail: z.boolean('This must be true or false.').default(false),
  },
  notAnObject,
)

/** `choices` as somebody sees them, which may not be those that were checked. */
export const importRunSchema = z.object({ choices: importChoicesSchema.optional() }, notAnObject)
