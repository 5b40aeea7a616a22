import { useId } from 'react'
import type { SeatOffer } from '#shared/licensing/change-offer.ts'
import { formatPrice } from '#shared/pricing/money.ts'
import { FieldError } from '../../site/ui/field.tsx'
import { Qty } from '../../site/ui/qty.tsx'
import { Verbatim, verbatim } from '../../site/ui/verbatim.tsx'

type Props = {
  extraSeat: SeatOffer
  /** The price of each machine's updates, in cents a year. */
  perSeat: number
  /** The day until which the paid updates cover it, too; empty after their end. */
  paidUntil: string
  /** The name of the chosen plan. `seats` is its number of seats without extra machines. */
  plan: string
  seats: number
  currency: string
  count: number
  error: string | undefined
  onCount(count: number): void
}

/** The id to which notices about the number link. */
export const machineCountId = 'extra-machines'

/** Keeps a number beyond the limit, and shows an error. */
export function MachineCount({
  extraSeat,
  perSeat,
  paidUntil,
  plan,
  seats,
  currency,
  count,
  error,
  onCount,
}: Props) {
  const id = useId()
  const { unitAmount, left } = extraSeat
  return (
    <fieldset className="Options">
      <legend className="Options-title">Machines</legend>
      <div className="Option Option--count" data-invalid={error ? '' : undefined}>
        <span className="Option-name">Extra machines</span>
        <span className="Option-gives" id={`${id}-gives`}>
          <Verbatim>{formatPrice(unitAmount, currency)}</Verbatim>
          <span>{` each. ${plan} goes up to ${seats + left} machines.`}</span>{' '}
          {perSeat > 0 && (
            <span>
              {paidUntil
                ? verbatim`Each adds ${formatPrice(perSeat, currency)} to a year of updates after ${paidUntil}.`
                : verbatim`Each adds ${formatPrice(perSeat, currency)} to a year of updates.`}
            </span>
          )}
        </span>
        <Qty
          of="extra machines"
          one="extra machine"
          id={machineCountId}
          name="extraSeats"
          value={count}
          min={0}
          max={9999}
          describedBy={error ? `${id}-gives ${id}-error` : `${id}-gives`}
          isInvalid={error !== undefined}
          onChange={onCount}
        />
        <Verbatim className="Option-price">
          {error ? '–' : formatPrice(count * unitAmount, currency)}
        </Verbatim>
        <FieldError id={`${id}-error`} error={error} />
      </div>
    </fieldset>
  )
}
