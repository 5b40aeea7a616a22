import type { Statement, StatementLine } from '#shared/desk/statement-answers.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { useFormState } from '../ui/act-form.tsx'

/** The choices of a refused booking, so that nothing is ticked that the person had unticked. */
export function useBooking({ id }: Pick<Statement, 'id'>) {
  const { value, isRefused } = useFormState(deskRoutes.statementAct(id, 'confirm'))
  /**
   * Empty if nothing is chosen.
   * @param field `other` is a typed number instead of an offered order
   */
  const chosen = (n: number, field: 'line' | 'other' = 'line') => value(`${field}-${n}`)
  return {
    chosen,
    isDecided: (n: number) => chosen(n) !== '' || chosen(n, 'other') !== '',
    isRefused,
  }
}

/** The bank holds some lines back, and money in another currency pays no order. */
export const isBookable = ({ state, reason }: StatementLine) =>
  state !== 'already' && state !== 'held' && reason !== 'currency'

/** Money out may be a refund of any order, whichever it names. */
export const mayBeRefund = ({ reason }: StatementLine) => reason === 'money_out'
