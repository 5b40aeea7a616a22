import { z } from 'zod'
import type { ErrorCode } from '#shared/error-codes.ts'
import { json, type Operation } from '../openapi/description.ts'

/** An operation that only staff may do. */
export function desk(operation: Operation): Operation {
  const errors: ErrorCode[] = ['sign_in_required', 'role_forbidden', 'not_found', 'rate_limited']
  return { access: 'desk', ...operation, errors: [...errors, ...(operation.errors ?? [])] }
}

/** Of acts on an order or a licence. */
export const staleRevision =
  'With a `revision` that is no longer current, nothing is done: 409 `changed_meanwhile` says who was quicker. Send the one that you read. Without any, the act is done whatever has changed since.'

/** One that changes nothing. */
export function read(summary: string, answer: z.ZodType, more: Partial<Operation> = {}): Operation {
  return desk({
    summary,
    answers: { 200: { description: 'What there is.', content: json(answer) } },
    ...more,
  })
}

/** A table that is streamed. */
export function csv(summary: string, more: Partial<Operation>): Operation {
  return desk({
    summary,
    answers: { 200: { description: 'A line for each.', content: { 'text/csv': z.string() } } },
    ...more,
  })
}
