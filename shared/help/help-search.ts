import { z } from 'zod'

const foundSchema = z.object({
  path: z.string(),
  title: z.string(),
  /** The kind of page. News and releases also have a date. */
  note: z.string(),
  date: z.string().optional(),
  /** The page's most relevant line. */
  excerpt: z.string(),
})

/** The answer of `GET /api/help/search`. */
export const helpAnswerSchema = z.object({
  /** Best match first. */
  found: z.array(foundSchema),
  /** Words of the question that no page contains. */
  unknown: z.array(z.string()),
  /** Whether the first page contains most of the question, and no word is unknown. */
  isNear: z.boolean(),
})

export type Found = z.infer<typeof foundSchema>
export type HelpAnswer = z.infer<typeof helpAnswerSchema>
export type HelpSearch = (typed: string) => Promise<HelpAnswer>
