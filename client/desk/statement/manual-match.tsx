import type { ReactNode } from 'react'
import type { Statement, StatementLine } from '#shared/desk/statement-answers.ts'
import { bookingId } from './lines-of-group.tsx'
import { useBooking } from './use-booking.ts'

type Props = { statement: Statement; line: StatementLine; tag: ReactNode; label: string }

/** Takes the number of an order that the page doesn't propose. */
export function ManualMatch({ statement, line: { n, left }, tag, label }: Props) {
  const typed = useBooking(statement).chosen(n)
  return (
    <details className="ManualMatch" open={typed !== ''}>
      <summary data-row>
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
        data-cents={Math.max(0, left)}
      />
    </details>
  )
}
