import { z } from 'zod'
import type { Day } from './calendar.ts'

export const daySchema = z.iso.date('a day reads 2026-11-22') as unknown as z.ZodType<Day, string>
