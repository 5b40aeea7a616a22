import type { Statement, StatementLine } from '#shared/desk/statement-answers.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { useFormState } from '../ui/act-form.tsx'

/** What was chosen for each line. A refusal keeps it, so nothing is ticked that somebody had unticked. */
export function useBooking({ id }: Pick<Statement, 'id'>) {
  const { value, isRefused } = useFormState(deskRoutes.statementAct(id, 'confirm'))
  const chosen = (n: number) => value(`line-${n}`)
  return {
    /** Empty for nothing. */
    chosen,
    /** @param atFirst before anything was sent */
    isChosen: (n: number, choice: string, atFirst: boolean) => (isRefused ? chosen(n) === choice : atFirst),
    isRefused,
  }
}

/** Money out that names no order may be a refund of one. */
export function mayBeRefund({ reason, orders }: StatementLine): boolean {
  return reason === 'money_out' && orders.length === 0
}
