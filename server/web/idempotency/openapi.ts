import { z } from 'zod'

export const idempotencyKeySchema = z.string().regex(/^[\x21-\x7e]{16,255}$/)
