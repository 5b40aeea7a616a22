import type { ReactNode } from 'react'
import type { Statement, StatementLine } from '#shared/desk/statement-answers.ts'
import { deskRoutes } from '#shared/desk-routes.ts'
import { useFormState } from '../ui/deed.tsx'
import { bookingId } from './lines-of-group.tsx'

type Props = { statement: Statement; line: StatementLine; tag: ReactNode; label: string }

/** Takes the number of an order that the page doesn't propose. */
export function GiveOne({ statement, line: { n }, tag, label }: Props) {
  const { value } = useFormState(deskRoutes.statementAct(statement.id, 'confirm'))
  const typed = value(`line-${n}`)
  return (
    <details className="GiveOne" open={typed !== ''}>
      <summary>
        {tag} <u>{label}</u>
      </summary>
      <input
        className="Field-input"
        form={bookingId}
        name={`line-${n}`}
        defaultValue={typed}
        placeholder="2026-000402"
        autoComplete="off"
        aria-label={`Order of line ${n}`}
      />
    </details>
  )
}
