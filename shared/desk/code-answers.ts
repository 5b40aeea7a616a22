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
  /** Uses promised by open quotes, even beyond the limits. */
  promised: z.int(),
})

export type DeskCode = z.infer<typeof codeSchema>

/** A code with its results. Sums in cents. */
export const wholeCodeSchema = codeSchema.extend({
  /** Orders placed with it, in any state. */
  orders: z.int(),
  /** Totals of the paid orders, less refunds. */
  brought: z.int(),
  /** The code's discounts on paid orders. */
  gave: z.int(),
})

export type WholeCode = z.infer<typeof wholeCodeSchema>
