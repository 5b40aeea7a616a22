import type { ReactNode } from 'react'
import type { Statement, StatementLine } from '#shared/desk/statement-answers.ts'
import { bookingId } from './lines-of-group.tsx'
import { useBooking } from './use-booking.ts'

type Props = {
  statement: Statement
  line: StatementLine
  tag?: ReactNode
  label: string
  /** Beside orders that the page offers. */
  isOther?: boolean
}

/** Takes the number of an order that the page doesn't propose. */
export function ManualMatch({ statement, line: { n, left }, tag, label, isOther = false }: Props) {
  const booking = useBooking(statement)
  const typed = isOther ? booking.typed(n) : booking.chosen(n)
  return (
    <details className="ManualMatch" open={typed !== ''}>
      <summary {...(!isOther && { 'data-row': true })}>
        {tag} <u>{label}</u>
      </summary>
      <input
        className="Field-input"
        form={bookingId}
        name={`${isOther ? 'other' : 'line'}-${n}`}
        defaultValue={typed}
        placeholder="2026-000402"
        autoComplete="off"
        aria-label={`${isOther ? 'Another order' : 'Order'} of line ${n}`}
        data-cents={Math.max(0, left)}
      />
    </details>
  )
}
