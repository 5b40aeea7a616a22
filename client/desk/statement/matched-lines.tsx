import type { StatementLine } from '#shared/desk/statement-answers.ts'
import { orderWord, payerWord } from '#shared/desk/words.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { TwoLines } from '../ui/rows.tsx'
import { bookingId, type GroupOfLines, LinesOfGroup } from './lines-of-group.tsx'
import { ManualMatch } from './manual-match.tsx'
import { useBooking } from './use-booking.ts'

const how: Partial<Record<NonNullable<StatementLine['by']>, string>> = {
  reference: 'by reference',
  invoice: 'by invoice',
}

/** Ticks all lines, so one press books them. After a refusal it ticks only those that were ticked. */
export function MatchedLines(group: GroupOfLines) {
  const { awaited } = group.statement
  const booking = useBooking(group.statement)
  return (
    <LinesOfGroup
      {...group}
      title="Matched"
      description="Each names one order, and the sum is what’s owed. Booking pays the order, issues its keys and sends the receipt. Money out says that the order’s refund was sent, and tells its buyer."
      place={({ n, left, orders }) => (
        <>
          <label className="Check">
            <input
              type="checkbox"
              form={bookingId}
              name={`line-${n}`}
              value={`full:${orders[0]}`}
              defaultChecked={!booking.isRefused || booking.chosen(n) === `full:${orders[0]}`}
              aria-label={`Book line ${n}`}
              data-row
              data-cents={Math.max(0, left)}
            />
          </label>
          {n}
        </>
      )}
      order={(line) => {
        const { by, amount, orders } = line
        const [number = ''] = orders
        const order = awaited[number]
        const word = amount < 0 ? 'its refund' : order && orderWord(order)
        const said = [by && how[by], word].filter(Boolean)
        return (
          <>
            <TwoLines
              first={order && payerWord(order)}
              second={
                <>
                  <a href={deskRoutes.order(number)}>{number}</a> {said.join(', ')}
                </>
              }
            />
            <ManualMatch statement={group.statement} line={line} label="Give it another" field="other" />
          </>
        )
      }}
      restComes="once these are booked"
    />
  )
}
