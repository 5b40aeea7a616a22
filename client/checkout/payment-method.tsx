import { TextField } from '../ui/field.tsx'

export type Method = 'card' | 'invoice'

type Props = {
  method: Method
  onMethod(method: Method): void
  /** False where cards can't be taken. */
  card: boolean
  purchaseOrderError?: string | undefined
}

export function PaymentMethod({ method, onMethod, card, purchaseOrderError }: Props) {
  return (
    <fieldset className="Choices">
      <legend className="Field-label">How would you like to pay?</legend>
      {card && (
        <Choice value="card" chosen={method} onChoose={onMethod}>
          By card, now
        </Choice>
      )}
      <Choice value="invoice" chosen={method} onChoose={onMethod}>
        By invoice, by bank transfer
      </Choice>
      {method === 'invoice' && (
        <TextField
          label="Purchase order"
          note="if you have one"
          name="purchaseOrder"
          autoComplete="off"
          maxLength={100}
          error={purchaseOrderError}
        />
      )}
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
      {children}
    </label>
  )
}
