import { z } from 'zod'
import { daySchema } from '../calendar/day-schema.ts'

export const codeSchema = z.object({
  code: z.string(),
  percent: z.int().nullable(),
  amount: z.int().nullable(),
  /** Null for every product. */
  skus: z.array(z.string()).nullable(),
  for: z.enum(['new', 'renewal', 'any']),
  from: daySchema.nullable(),
  to: daySchema.nullable(),
  maxUses: z.int().nullable(),
  maxUsesPerAddress: z.int().nullable(),
  note: z.string(),
  createdAt: z.string(),
  endedAt: z.string().nullable(),
  reserved: z.int(),
  counted: z.int(),
  /** Uses that open quotes promise, beyond the limits if need be. */
  promised: z.int(),
})

export type DeskCode = z.infer<typeof codeSchema>

/** With what it did. Sums in cents. */
export const wholeCodeSchema = codeSchema.extend({
  /** Orders that were placed with it, whatever became of them. */
  orders: z.int(),
  /** What paid orders with it brought, less what went back. */
  brought: z.int(),
  /** What it took off them. */
  gave: z.int(),
})

export type WholeCode = z.infer<typeof wholeCodeSchema>
