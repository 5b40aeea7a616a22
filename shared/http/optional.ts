import { z } from 'zod'

/** Reads null as absent, because many programs write null for a member that they leave out. */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  const orNull = (value: z.input<Schema> | null | undefined) => value ?? undefined
  return z.preprocess(orNull, schema.optional()).optional()
}
