import type { FormRefusal } from '../http/problem.ts'
import type { Question } from './statement-decisions.ts'

/** The action data of a page after a refused form. */
export type DeskRefusal = Omit<FormRefusal, 'values'> & {
  form: string
  values: Record<string, string | string[]>
  /** The effect of a final act, before its confirmation; null otherwise. */
  preview: Record<string, unknown> | null
  changed: { who?: string; at?: string; act?: string } | null
}

export type StatementRefusal = DeskRefusal & {
  /** Set if a person must name a CSV's columns. */
  sample: Question | null
  /** Set if a person must say whose the file is, or its own `number`. */
  asks: { number: string | null } | null
  /** The file that is kept, so nobody chooses it twice. */
  upload: string | null
}

/** The detail of a refusal that asks nothing else. */
export const areTheseTheColumns = 'Are these the columns?'

export type StatementQuestion = Pick<StatementRefusal, 'code' | 'detail' | 'values' | 'sample' | 'asks'>
