import { z } from 'zod'
import { next, time } from './answers.ts'
import { type ImportField, importFieldNames, importSourceNames } from './import-fields.ts'

const fieldSchema = z.enum(importFieldNames as [ImportField, ...ImportField[]])
const sourceSchema = z.enum(
  importSourceNames as [(typeof importSourceNames)[number], ...typeof importSourceNames],
)

const countsSchema = z.object({ created: z.int(), known: z.int(), refused: z.int() })

const listedImportSchema = countsSchema.extend({
  id: z.string(),
  /** The file's. */
  name: z.string(),
  sha256: z.string(),
  who: z.string(),
  createdAt: time,
  /** `stopped` needs the file again: nothing comes in twice. */
  state: z.enum(['checked', 'running', 'done', 'stopped']),
  /** In the file, as it was checked. */
  rows: z.int(),
  /** Rows that are done. */
  done: z.int(),
})

export type ListedImport = z.infer<typeof listedImportSchema>

export const importListSchema = z.object({ imports: z.array(listedImportSchema), next })

export type ImportList = z.infer<typeof importListSchema>

export const importSchema = listedImportSchema.extend({
  header: z.array(z.string()),
  /** The first five rows, while the file is kept. */
  sample: z.array(z.array(z.string())),
  from: sourceSchema.nullable(),
  /** The columns that are read for each field; the first with a value counts. */
  columns: z.partialRecord(fieldSchema, z.array(z.string())),
  /** The columns that nothing is read from. */
  unread: z.array(z.string()),
  /** What was said of columns. An empty one leaves its field out. */
  map: z.partialRecord(fieldSchema, z.string()),
  dates: z.enum(['dmy', 'mdy', 'ymd']).nullable(),
  /** Whether rows without an end of updates get them for good. */
  forGood: z.boolean(),
  mail: z.boolean(),
  mailed: z.int(),
  /** Each name of a product, and our sku: empty if it is left out, null if nobody knows. */
  products: z.array(z.object({ name: z.string(), rows: z.int(), sku: z.string().nullable() })),
  /** What would be done. */
  fresh: z.int(),
  /** The new ones whose updates are over. */
  ended: z.int(),
  wouldBeKnown: z.int(),
  /** The known ones that get their old key, because an earlier import brought them along without it. */
  completed: z.int(),
  wouldBeRefused: z.int(),
  /** The new ones that name no day of purchase, and count as bought today. */
  undated: z.int(),
  /** The first ones. A null field means the whole row. */
  faults: z.array(z.object({ line: z.int(), field: fieldSchema.nullable(), detail: z.string() })),
})

export type Import = z.infer<typeof importSchema>
