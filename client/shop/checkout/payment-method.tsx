import { useId } from 'react'
import { Choice, FieldError } from '../../site/ui/field.tsx'

export type Method = 'card' | 'invoice'

export const methodLabels = {
  card: 'Card, now',
  invoice: 'Bank transfer (we send an invoice)',
} as const satisfies Record<Method, string>

type Props = {
  method: Method
  onMethod(method: Method): void
  /** Whether the site accepts cards. */
  card: boolean
  error?: string | undefined
}

export function PaymentMethod({ method, onMethod, card, error }: Props) {
  const id = useId()
  const methods: Method[] = card ? ['card', 'invoice'] : ['invoice']
  return (
    <fieldset
      className="Choices"
      tabIndex={-1}
      aria-describedby={error && id}
      data-invalid={error ? '' : undefined}
    >
      <legend className="Field-label">How would you like to pay?</legend>
      {methods.map((value) => (
        <Choice
          key={value}
          type="radio"
          name="paymentMethod"
          value={value}
          checked={value === method}
          onChange={() => onMethod(value)}
        >
          {methodLabels[value]}
        </Choice>
      ))}
      <FieldError id={id} error={error} />
    </fieldset>
  )
}
