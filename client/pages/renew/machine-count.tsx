import { useId } from 'react'
import type { SeatOffer } from '#shared/licensing/quote.ts'
import { formatMoney } from '#shared/money.ts'
import { FieldError } from '../../ui/field.tsx'
import { Qty } from '../../ui/qty.tsx'

type Props = {
  extraSeat: SeatOffer
  /** The plan as it is chosen, and the seats that it has without the extra ones. */
  plan: string
  seats: number
  currency: string
  count: number
  error: string | undefined
  onCount(count: number): void
}

/** Where a notice leads that is about the number. */
export const machineCountId = 'extra-machines'

/** More machines on the key. What is typed too high stays, and is told beneath. */
export function MachineCount({ extraSeat, plan, seats, currency, count, error, onCount }: Props) {
  const id = useId()
  const { unitAmount, left } = extraSeat
  return (
    <fieldset className="Options">
      <legend className="Options-title">Machines</legend>
      <div className="Option Option--count" data-invalid={error ? '' : undefined}>
        <span className="Option-name">Extra machines</span>
        <span className="Option-gives" id={`${id}-gives`}>
          {`${formatMoney(unitAmount, currency)} each. ${plan} goes up to ${seats + left} machines.`}
        </span>
        <Qty
          of="extra machines"
          id={machineCountId}
          name="extraSeats"
          value={count}
          min={0}
          max={9999}
          describedBy={error ? `${id}-gives ${id}-error` : `${id}-gives`}
          isInvalid={error !== undefined}
          onChange={onCount}
        />
        <span className="Option-price">{error ? '–' : formatMoney(count * unitAmount, currency)}</span>
        <FieldError id={`${id}-error`} error={error} />
      </div>
    </fieldset>
  )
}
