import { z } from 'zod'

/** Takes null as absent, since many programs write it for a member that they leave out. */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => value ?? undefined, schema.optional())
}
