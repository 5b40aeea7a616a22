import { z } from 'zod'
import { next, time } from './answers.ts'
import { importFieldNames, importSourceNames } from './import-fields.ts'

const fieldSchema = z.enum(importFieldNames)

const countsSchema = z.object({ created: z.int(), known: z.int(), refused: z.int() })

const listedImportSchema = countsSchema.extend({
  id: z.string(),
  /** The file's name. */
  name: z.string(),
  sha256: z.string(),
  who: z.string(),
  createdAt: time,
  /** `stopped` continues once the file is sent again; it imports no row twice. */
  state: z.enum(['checked', 'running', 'done', 'stopped']),
  /** Rows in the file, as counted by the check. */
  rows: z.int(),
  /** Rows processed so far. */
  done: z.int(),
})

export type ListedImport = z.infer<typeof listedImportSchema>

export const importListSchema = z.object({ imports: z.array(listedImportSchema), next })

export type ImportList = z.infer<typeof importListSchema>

export const importSchema = listedImportSchema.extend({
  header: z.array(z.string()),
  /** The first five rows; empty once the file is deleted. */
  sample: z.array(z.array(z.string())),
  from: z.enum(importSourceNames).nullable(),
  /** The columns read for each field; the first that has a value counts. */
  columns: z.partialRecord(fieldSchema, z.array(z.string())),
  /** The ignored columns. */
  unread: z.array(z.string()),
  /** Columns chosen by a person. An empty one omits its field. */
  map: z.partialRecord(fieldSchema, z.string()),
  dates: z.enum(['dmy', 'mdy', 'ymd']).nullable(),
  /** Whether rows without an end of updates get updates for good. */
  forGood: z.boolean(),
  mail: z.boolean(),
  mailed: z.int(),
  /** The file's product names with our sku: empty if the product is omitted, null if it is unknown. */
  products: z.array(z.object({ name: z.string(), rows: z.int(), sku: z.string().nullable() })),
  /** New licences that the import would create. */
  fresh: z.int(),
  /** New licences whose updates have already ended. */
  ended: z.int(),
  wouldBeKnown: z.int(),
  /** Known licences that get their old key, which an earlier import lacked. */
  completed: z.int(),
  wouldBeRefused: z.int(),
  /** New licences without a date of purchase, which count as bought today. */
  undated: z.int(),
  /** The first faults. `field` is null for a fault of the whole row. */
  faults: z.array(z.object({ line: z.int(), field: fieldSchema.nullable(), detail: z.string() })),
})

export type Import = z.infer<typeof importSchema>
