import { z } from 'zod'
import type { Day } from './calendar.ts'

/** A day in the company's time zone, "2026-11-22". */
export const daySchema = z.iso.date('a day reads 2026-11-22') as unknown as z.ZodType<Day, string>
