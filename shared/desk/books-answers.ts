import { z } from 'zod'
import { daySchema } from '../calendar/day-schema.ts'

export const bookBasisSchema = z.enum(['accrual', 'cash'])

export const bookFigureSchema = z.enum(['g1', 'g2', '1a'])

export type BookBasis = z.infer<typeof bookBasisSchema>
export type BookFigure = z.infer<typeof bookFigureSchema>

const figures = z.object({ g1: z.int(), g2: z.int(), g3: z.int(), '1a': z.int() })
const behind = z.object({ documents: z.int(), total: z.int(), tax: z.int() })

export const booksSchema = z.object({
  ...figures.shape,
  from: daySchema,
  to: daySchema,
  basis: bookBasisSchema,
  sales: z.int(),
  adjustments: z.int(),
  /** The figures in whole dollars, as the form asks for them. */
  whole: figures,
  behind: z.object({ g1: behind, g2: behind, '1a': behind }),
  figure: bookFigureSchema,
  documents: z.array(z.string()),
  documentsSum: z.object({ total: z.int(), tax: z.int() }),
  /** Newest first. Notes have negative amounts. A corrected invoice has the time of the one that it `replaces`. */
  shown: z.array(
    z.object({
      number: z.string(),
      replaces: z.string().nullable(),
      orderId: z.string(),
      issuedAt: z.string(),
      total: z.int(),
      tax: z.int(),
      orderNumber: z.string(),
      buyer: z.string(),
    }),
  ),
})

export type BooksAnswer = z.infer<typeof booksSchema>
