import { useId } from 'react'
import type { SeatOffer } from '#shared/licensing/change-offer.ts'
import { formatPrice } from '#shared/pricing/money.ts'
import { FieldError } from '../../site/ui/field.tsx'
import { Qty } from '../../site/ui/qty.tsx'
import { Verbatim, verbatim } from '../../site/ui/verbatim.tsx'

type Props = {
  extraSeat: SeatOffer
  /** What each adds to a year of updates, in cents. */
  perSeat: number
  /** The day until which the updates that are paid cover it too; empty once they ended. */
  paidUntil: string
  /** The chosen plan, and its seats without extra ones. */
  plan: string
  seats: number
  currency: string
  count: number
  error: string | undefined
  onCount(count: number): void
}

/** Notices about the number link here. */
export const machineCountId = 'extra-machines'

/** A number beyond the limit stays and shows an error. */
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
