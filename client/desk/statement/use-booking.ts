import type { Statement, StatementLine } from '#shared/desk/statement-answers.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { useFormState } from '../ui/act-form.tsx'

/** What was chosen for each line. A refusal keeps it, so nothing is ticked that somebody had unticked. */
export function useBooking({ id }: Pick<Statement, 'id'>) {
  const { value, isRefused } = useFormState(deskRoutes.statementAct(id, 'confirm'))
  /** Empty for nothing. @param field `other` is a number that was typed instead of what is offered */
  const chosen = (n: number, field: 'line' | 'other' = 'line') => value(`${field}-${n}`)
  return {
    chosen,
    isDecided: (n: number) => chosen(n) !== '' || chosen(n, 'other') !== '',
    isRefused,
  }
}

/** Money out may be a refund of an order, also of another than it names. */
export const mayBeRefund = ({ reason }: StatementLine) => reason === 'money_out'
