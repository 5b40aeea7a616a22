import { z } from 'zod'
import { line, text } from '../../text/text-fields.ts'
import { digits, given, notAnObject } from './fields.ts'

const said = given(text(1000, 'This must be text.'))

export const statementQuerySchema = z.object({
  /**
   * The name of a known account, or of the first account. Defaults to the account with the file's number. A CSV
   * has no number, so it defaults to the previous CSV's account.
   */
  account: given(line(60, 'This must be text.')),
  /** Names an account that isn't known yet. */
  newAccount: given(line(60, 'This must be text.')),
  /** The account number in the file. From now on it identifies this account. */
  number: given(line(60, 'This must be text.')),
  // How a CSV file is read, as in the answer's `decisions`. `columns` are separated by commas.
  encoding: said,
  delimiter: said,
  header: said,
  columns: said,
  dates: said,
  until: said,
  decimal: said,
  currency: said,
  unsigned: said,
  out: said,
})

export const renameAccountSchema = z.object({ name: text(60, 'Name the account.') }, notAnObject)

/** Defaults to all lines. */
export const statementPartQuerySchema = z.object({
  each: given(digits(1, 1000)),
  /** The position after which the next part of the lines starts. */
  after: given(digits(0)),
})

/**
 * `full` requires exactly the outstanding amount; `fee` forgives the part that a bank kept. A line may pay
 * several orders.
 */
export const confirmSchema = z.object(
  {
    lines: z
      .array(
        z.object({
          n: z.int().positive(),
          order: text(64, 'Name an order.'),
          as: z.enum(['full', 'part', 'credit', 'fee', 'skip']).default('full'),
          /** Defaults to the unbooked part of the line. */
          amount: z.int().positive().optional(),
        }),
      )
      .max(1000, 'At most 1000 lines at once.'),
  },
  notAnObject,
)

export type ConfirmedLine = z.output<typeof confirmSchema>['lines'][number]
