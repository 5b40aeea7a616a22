import { z } from 'zod'
import type { ErrorCode } from '#shared/error-codes.ts'
import { idempotencyKeySchema } from '../idempotency/openapi.ts'
import { json, type Operation } from '../openapi/description.ts'

/** An operation that only staff may do. */
export function desk(operation: Operation): Operation {
  const errors: ErrorCode[] = ['sign_in_required', 'role_forbidden', 'not_found', 'rate_limited']
  return { access: 'desk', ...operation, errors: [...errors, ...(operation.errors ?? [])] }
}

const optionalKey = z.object({ 'Idempotency-Key': idempotencyKeySchema.optional() })

const countsOnce =
  'A repeat with the same `Idempotency-Key` and body gives the first answer, for 30 days. With a token, a key'

/** An act that counts once. */
export function once(operation: Operation): Operation {
  const errors: ErrorCode[] = ['idempotency_key_required', 'idempotency_key_reused', 'in_progress']
  return desk({
    description: `${countsOnce} is required.`,
    headers: optionalKey,
    ...operation,
    errors: ['precondition_required', ...errors, ...(operation.errors ?? [])],
  })
}

/** An act on an order or a licence, which counts once. */
export function onceOrRevision(operation: Operation): Operation {
  return once({
    description: `${countsOnce} or \`revision\` is required. With a \`revision\` that is no longer current, nothing is done: 409 \`changed_meanwhile\` says who was quicker. Send the one that you read.`,
    ...operation,
  })
}

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
