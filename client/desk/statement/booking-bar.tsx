import { plural } from '#shared/desk/count-words.ts'
import type { Statement } from '#shared/desk/statement-answers.ts'
import { deskRoutes } from '#shared/routes/desk-routes.ts'
import { Button } from '../../site/ui/button.tsx'
import { useCurrency, useMoney } from '../ui/use-money.ts'
import { bookingId } from './lines-of-group.tsx'
import { isBookable, useBooking } from './use-booking.ts'

/** Fixed at the bottom of the window. The script counts the ticked and chosen lines. */
export function BookingBar({ statement }: { statement: Statement }) {
  const { id, lines } = statement
  const booking = useBooking(statement)
  const currency = useCurrency()
  const money = useMoney()
  const ticked = lines
    .filter(isBookable)
    .filter(({ n, state }) => (booking.isRefused ? booking.isDecided(n) : state === 'matched'))
  const sum = ticked.reduce((total, { left }) => total + Math.max(0, left), 0)
  if (!lines.some(isBookable)) return null
  return (
    <form
      className="Confirm"
      id={bookingId}
      method="post"
      action={deskRoutes.statementAct(id, 'confirm')}
      data-tone="glass"
    >
      <p>
        <b>
          <span data-ticked-lines>{plural(ticked.length, 'line')}</span>,{' '}
          <span data-ticked-sum={currency}>{money(sum)}</span>
        </b>{' '}
        <small>
          {ticked.some(({ amount }) => amount < 0)
            ? `came in. ${effects} Refunds that went out are told.`
            : effects}
        </small>
      </p>
      <Button>Book what’s ticked</Button>
    </form>
  )
}

const effects =
  'Orders paid in full get their keys and receipts. Of a part payment, the buyer is told what’s left.'
