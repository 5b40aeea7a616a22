import { useId } from 'react'
import { dayIn, formatDate } from '#shared/calendar/calendar.ts'
import type { RenewalOffer } from '#shared/licensing/change-offer.ts'
import { capitalised } from '#shared/text/words.ts'
import type { CoverageState } from '../../shop/licence/coverage.ts'
import { shortVersion } from '../../shop/licence/coverage-facts.tsx'
import { period } from '../../shop/licence/words.ts'
import { FieldError } from '../../site/ui/field.tsx'
import { Option } from './option.tsx'

type Props = {
  renewal: RenewalOffer
  coverage: CoverageState
  currency: string
  timeZone: string
  years: number
  error: string | undefined
  onYears(years: number): void
}

export function UpdatesOptions({ renewal, coverage, currency, timeZone, years, error, onYears }: Props) {
  const id = useId()
  const { until, isOver, newest, missed } = coverage
  const option = { name: 'renew', currency }
  return (
    <fieldset className="Options" aria-describedby={error && id} data-invalid={error ? '' : undefined}>
      <legend className="Options-title">Updates</legend>
      <p className="Options-lead">
        {isOver
          ? `A renewal starts today. The time since ${formatDate(until)} isn’t billed.`
          : 'A renewal starts where the last one ends, so renewing early loses nothing.'}
      </p>
      <Option
        {...option}
        value={0}
        isChosen={years === 0}
        onChoose={() => onYears(0)}
        title="Leave them as they are"
        amount={0}
      >
        {isOver && newest ? `${shortVersion(newest.version)} goes on running` : `Until ${formatDate(until)}`}
      </Option>
      {renewal.years.map((offer) => (
        <Option
          {...option}
          key={offer.years}
          value={offer.years}
          isChosen={years === offer.years}
          onChoose={() => onYears(offer.years)}
          title={titleOf(offer.years * renewal.updatesMonths, isOver)}
          amount={offer.amount}
        >
          {`${missed ? `${shortVersion(missed.version)}, and every` : 'Every'} version up to ${formatDate(dayIn(timeZone, offer.updatesUntil))}`}
        </Option>
      ))}
      <FieldError id={id} error={error} />
    </fieldset>
  )
}

function titleOf(months: number, isOver: boolean): string {
  if (isOver) return `${capitalised(period(months))} from today`
  const [count, unit] = period(months).split(' ')
  return `${capitalised(String(count))} more ${unit}`
}
