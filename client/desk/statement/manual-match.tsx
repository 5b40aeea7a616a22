import type { ReactNode } from 'react'
import type { Statement, StatementLine } from '#shared/desk/statement-answers.ts'
import { bookingId } from './lines-of-group.tsx'
import { useBooking } from './use-booking.ts'

type Props = {
  statement: Statement
  line: StatementLine
  tag?: ReactNode
  label: string
  /** `other` is a second field, for lines that already offer orders as `line`. */
  field?: 'line' | 'other'
}

/** A field for the number of an order that the page doesn't offer. */
export function ManualMatch({ statement, line: { n, left }, tag, label, field = 'line' }: Props) {
  const typed = useBooking(statement).chosen(n, field)
  return (
    <details className="ManualMatch" open={typed !== ''}>
      <summary data-row={field === 'line' || undefined}>
        {tag} <u>{label}</u>
      </summary>
      <input
        className="Field-input"
        form={bookingId}
        name={`${field}-${n}`}
        defaultValue={typed}
        placeholder="2026-000402"
        autoComplete="off"
        aria-label={`${field === 'line' ? 'Order' : 'Another order'} of line ${n}`}
        data-cents={Math.max(0, left)}
      />
    </details>
  )
}
