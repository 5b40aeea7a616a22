import { z } from 'zod'
import { daySchema } from '../calendar/day-schema.ts'
import { exactText } from '../text/text-fields.ts'

/** The seats of a licence or of a token. */
export const seatCountSchema = z
  .int('Enter a whole number.')
  .min(1, 'At least one.')
  .max(10_000, 'At most 10,000.')

export const enrolSchema = z.object({
  seats: seatCountSchema,
  lastDay: daySchema.meta({ description: 'The last day on which it takes seats.' }),
})

export const endEnrolmentSchema = z.object({ enrolmentId: exactText(64, 'Name the token.') })
