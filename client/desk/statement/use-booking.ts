import type { Statement, StatementLine } from '#shared/desk/statement-answers.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { useFormState } from '../ui/act-form.tsx'

/** What was chosen for each line. A refusal keeps it, so nothing is ticked that somebody had unticked. */
export function useBooking({ id }: Pick<Statement, 'id'>) {
  const { value, isRefused } = useFormState(deskRoutes.statementAct(id, 'confirm'))
  return {
    /** Empty for nothing. */
    chosen: (n: number) => value(`line-${n}`),
    /** Instead of what is offered. */
    typed: (n: number) => value(`other-${n}`),
    isRefused,
  }
}

/** Money out that names no order may be a refund of one. */
export function mayBeRefund({ reason, orders }: StatementLine): boolean {
  return reason === 'money_out' && orders.length === 0
}
