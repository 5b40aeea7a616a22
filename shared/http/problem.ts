import { z } from 'zod'
import { type ErrorCode, errorCodes } from './error-codes.ts'

/** `application/problem+json`, RFC 9457 with our own members. */
export const problemSchema = z.object({
  type: z.literal('about:blank'),
  title: z.string(),
  status: z.int(),
  detail: z.string().meta({ description: 'A sentence for people.' }),
  code: z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]),
  requestId: z.string(),
  errors: z
    .array(
      z.object({
        pointer: z.string().meta({ description: 'The JSON pointer (RFC 6901) of a wrong member.' }),
        code: z.string(),
        detail: z.string(),
      }),
    )
    .optional(),
})

export type Problem = Omit<z.infer<typeof problemSchema>, 'errors'> & { errors?: FieldError[] }

export type FieldError = {
  pointer: string
  code:
    | ErrorCode
    | z.core.$ZodIssue['code']
    | 'required'
    | 'os_unknown'
    | 'channel_unknown'
    | 'arch_unknown'
    | 'same_email'
    | 'email_invalid'
  detail: string
}

/** The action data of a page after a refused form. */
export type FormRefusal = {
  code: string
  detail: string
  errors: FieldError[]
  /** The submitted values, which fill the form again. */
  values: Record<string, string>
}
