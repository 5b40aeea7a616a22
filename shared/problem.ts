import { z } from 'zod'

/** The body of every error under `/api`: `application/problem+json`, RFC 9457 with our own members. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string(),
  requestId: z.string(),
  errors: z.array(z.object({ pointer: z.string(), code: z.string(), detail: z.string() })).optional(),
})

export type Problem = z.infer<typeof problemSchema>
export type FieldError = NonNullable<Problem['errors']>[number]
