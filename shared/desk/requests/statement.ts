import { z } from 'zod'
import { line, text } from '../../text/text-fields.ts'
import { digits, given, notAnObject } from './fields.ts'

const said = given(text(1000, 'This must be text.'))

export const statementQuerySchema = z.object({
  /**
   * The name of a known account, or of the first one. Without it, the file's own number tells. A CSV has none, so the
   * last file's account is taken.
   */
  account: given(line(60, 'This must be text.')),
  /** Names an account for the first time. */
  newAccount: given(line(60, 'This must be text.')),
  /** The file's own account number, to say that it is this account's from now on. */
  number: given(line(60, 'This must be text.')),
  // How a CSV file is read, as in the answer's `decisions`. Columns stand in order, with commas between.
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
  /** The place before the next lines that are left alone. */
  after: given(digits(0)),
})

/** `full` requires exactly the outstanding amount; `fee` forgives what a bank kept of it. A line may pay several orders. */
export const confirmSchema = z.object(
  {
    lines: z
      .array(
        z.object({
          n: z.int().positive(),
          order: text(64, 'Name an order.'),
          as: z.enum(['full', 'part', 'credit', 'fee', 'skip']).default('full'),
          /** Defaults to what is left of the line. */
          amount: z.int().positive().optional(),
        }),
      )
      .max(1000, 'At most 1000 lines at once.'),
  },
  notAnObject,
)

export type ConfirmedLine = z.output<typeof confirmSchema>['lines'][number]
