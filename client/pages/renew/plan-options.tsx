import { useId } from 'react'
import type { UpgradeOffer } from '#shared/licensing/change-offer.ts'
import type { LicenceInfo } from '#shared/licensing/licence-info.ts'
import { capitalised } from '#shared/text/words.ts'
import { machines, period } from '../../shop/licence/words.ts'
import { FieldError } from '../../site/ui/field.tsx'
import { Option } from './option.tsx'

type Props = {
  licence: LicenceInfo
  upgrades: UpgradeOffer[]
  currency: string
  to: string
  error: string | undefined
  onPlan(to: string): void
}

/** Offers the current plan and its upgrades. */
export function PlanOptions({ licence: { plan, seats }, upgrades, currency, to, error, onPlan }: Props) {
  const id = useId()
  const option = { name: 'to', currency }
  return (
    <fieldset className="Options" aria-describedby={error && id} data-invalid={error ? '' : undefined}>
      <legend className="Options-title">Plan</legend>
      <Option
        {...option}
        value=""
        isChosen={to === ''}
        onChoose={() => onPlan('')}
        title={`Stay on ${plan}`}
        amount={0}
      >
        {`${capitalised(machines(seats.limit))} on the key`}
      </Option>
      {upgrades.map((upgrade) => (
        <Option
          {...option}
          key={upgrade.sku}
          value={upgrade.sku}
          isChosen={to === upgrade.sku}
          onChoose={() => onPlan(upgrade.sku)}
          title={upgrade.name}
          amount={upgrade.amount + upgrade.ahead.amount}
        >
          {`${capitalised(machines(upgrade.seats))}. ${whatIsPaid(upgrade)}`}
        </Option>
      ))}
      <FieldError id={id} error={error} />
    </fieldset>
  )
}

function whatIsPaid({ ahead }: UpgradeOffer): string {
  return ahead.amount > 0
    ? `You pay the difference between the two plans, and between their renewals for ${period(ahead.months)} of updates you have beyond the next twelve months.`
    : 'You pay the difference between the two plans today.'
}
