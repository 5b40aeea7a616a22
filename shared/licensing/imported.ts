import { z } from 'zod'

/** A licence that was bought elsewhere. */
export const importedSchema = z.object({
  at: z.iso.datetime(),
  /** The other shop's name, where it is known. */
  from: z.string().nullable(),
  order: z.string().nullable(),
  /** Null once the key is replaced, or if there was none. */
  oldKeyHint: z.string().nullable(),
  note: z.string().nullable(),
  /** Who imported it. */
  who: z.string(),
})

export type Imported = z.infer<typeof importedSchema>

/** What its owner sees of that. */
export const ownImportedSchema = importedSchema.omit({ note: true, who: true })
