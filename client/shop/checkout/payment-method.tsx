import { useId } from 'react'
import { FieldError } from '../../site/ui/field.tsx'

export type Method = 'card' | 'invoice'

export const methodLabels = {
  card: 'Card, now',
  invoice: 'Bank transfer (we send an invoice)',
} as const satisfies Record<Method, string>

type Props = {
  method: Method
  onMethod(method: Method): void
  /** False if the site can't take cards. */
  card: boolean
  error?: string | undefined
}

export function PaymentMethod({ method, onMethod, card, error }: Props) {
  const id = useId()
  return (
    <fieldset
      className="Choices"
      tabIndex={-1}
      aria-describedby={error && id}
      data-invalid={error ? '' : undefined}
    >
      <legend className="Field-label">How would you like to pay?</legend>
      {card && (
        <Choice value="card" chosen={method} onChoose={onMethod}>
          {methodLabels.card}
        </Choice>
      )}
      <Choice value="invoice" chosen={method} onChoose={onMethod}>
        {methodLabels.invoice}
      </Choice>
      <FieldError id={id} error={error} />
    </fieldset>
  )
}

type ChoiceProps = { value: Method; chosen: Method; onChoose(method: Method): void; children: string }

function Choice({ value, chosen, onChoose, children }: ChoiceProps) {
  return (
    <label className="Choice">
      <input
        type="radio"
        name="paymentMethod"
        value={value}
        checked={value === chosen}
        onChange={() => onChoose(value)}
      />
      <span>{children}</span>
    </label>
  )
}
