import { z } from 'zod'
import { daySchema } from '../calendar/day-schema.ts'
import { onceRead } from '../http/once-read.ts'
import { line, optionalLine, text } from '../text/text-fields.ts'

/** Ignores spaces and case. */
export const typedCodeSchema = optionalLine(40).transform((text) => text && tidyCode(text))

export function tidyCode(text: string): string {
  return text.replace(/\s/g, '').toUpperCase()
}

const count = z.int('a whole number above 0').min(1, 'a whole number above 0').max(1_000_000_000)

/** Amounts in cents; days in the company's time zone, both included. */
export const newCodeSchema = z
  .object({
    code: text(64, 'This must be text.')
      .transform(tidyCode)
      .refine(
        (code) => /^[A-Z0-9][A-Z0-9-]{2,31}$/.test(code),
        'A code is 3 to 32 letters, digits and hyphens.',
      ),
    percent: count.max(100, 'at most 100').optional(),
    amount: count.optional(),
    skus: z.array(text(100, 'This must be text.')).min(1).optional(),
    for: z.enum(['new', 'renewal', 'any'], 'new, renewal or any').default('new'),
    from: daySchema.optional(),
    to: daySchema.optional(),
    maxUses: count.optional(),
    maxUsesPerAddress: count.optional(),
    note: line(200, 'This must be text.').default(''),
  })
  .refine(({ percent, amount }) => (percent === undefined) !== (amount === undefined), {
    path: ['percent'],
    message: 'A code takes off a percentage or an amount: give one of them.',
    ...onceRead('percent', 'amount'),
  })
  .refine(({ from, to }) => !from || !to || from <= to, {
    path: ['to'],
    message: 'It ends before it begins.',
    ...onceRead('from', 'to'),
  })

export type NewCode = z.output<typeof newCodeSchema>
