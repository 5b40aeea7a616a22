import { z } from 'zod'

/** A licence imported from another shop. */
export const importedSchema = z.object({
  at: z.iso.datetime(),
  /** The other shop's name; null if it is unknown. */
  from: z.string().nullable(),
  order: z.string().nullable(),
  /** Null once the key is replaced, or if there was none. */
  oldKeyHint: z.string().nullable(),
  note: z.string().nullable(),
  who: z.string(),
})

export type Imported = z.infer<typeof importedSchema>

/** The parts of `importedSchema` that its owner sees. */
export const ownImportedSchema = importedSchema.omit({ note: true, who: true })
