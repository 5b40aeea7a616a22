import type { z } from 'zod'

/** Takes null as absent, since many programs write it for a member that they leave out. */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  return schema
    .nullish()
    .transform((value) => value ?? undefined)
    .optional()
}
