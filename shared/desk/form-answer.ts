import type { FormRefusal } from '../http/problem.ts'
import type { Question } from './statement-decisions.ts'

/** The action data of a page after a refused form. */
export type DeskRefusal = Omit<FormRefusal, 'values'> & {
  form: string
  values: Record<string, string | string[]>
  /** The effect of a final act that still needs confirmation; null otherwise. */
  preview: Record<string, unknown> | null
  changed: { who?: string; at?: string; act?: string } | null
}

export type StatementRefusal = DeskRefusal & {
  /** Set if a person must name a CSV's columns. */
  sample: Question | null
  /** Set if a person must choose the account. `number` is the account number in the file, if any. */
  asks: { number: string | null } | null
  /** The id of the kept file, so nobody has to choose it again. */
  upload: string | null
}

/** The refusal's text when only the columns need confirming. */
export const areTheseTheColumns = 'Are these the columns?'

export type StatementQuestion = Pick<StatementRefusal, 'code' | 'detail' | 'values' | 'sample' | 'asks'>
