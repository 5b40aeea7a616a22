import type { FormEvent, Ref } from 'react'
import { quoteDays } from '#shared/orders/quotes.ts'
import { formatPrice } from '#shared/pricing/money.ts'
import type { Tax } from '#shared/pricing/tax.ts'
import { Button } from '../../site/ui/button.tsx'
import type { Elements } from '../../site/ui/elements.ts'
import { TextField } from '../../site/ui/field.tsx'
import { OfflineNote } from '../../site/ui/offline-note.tsx'
import { CheckoutFields } from './checkout-fields.tsx'
import type { CheckoutWords } from './checkout-words.ts'
import { Consents } from './consents.tsx'
import { addressFields, isBusiness, isConsumerOfEu, namesOf, namesVatId, orderFields } from './fields.ts'
import { OrderButton } from './order-button.tsx'
import { PaymentMethod } from './payment-method.tsx'
import type { CheckoutInputs } from './use-checkout-inputs.ts'

type Props = {
  ref: Ref<HTMLFormElement>
  children: Elements
  inputs: CheckoutInputs
  /** In cents. */
  total: number
  currency: string
  tax: Tax
  verification: Elements
  busy: boolean
  isReady: boolean
  words: CheckoutWords
  onSubmit(event: FormEvent<HTMLFormElement>): void
  onQuote?: (() => void) | undefined
}

export function CheckoutForm({
  ref,
  children,
  inputs,
  total,
  currency,
  tax,
  verification,
  busy,
  isReady,
  words,
  onSubmit,
  onQuote,
}: Props) {
  const { draft, change, input, errors, cardPayments } = inputs
  const { paymentMethod, acceptTerms, waivesWithdrawal } = draft
  const method = isReady && total === 0 ? 'free' : paymentMethod
  return (
    <form ref={ref} className="Sheet Checkout" aria-label="Checkout" noValidate onSubmit={onSubmit}>
      {children}
      <CheckoutFields inputs={inputs} total={total} currency={currency} tax={tax} />
      <AddressForInvoice inputs={inputs} />
      {method !== 'free' && (
        <PaymentMethod
          method={method}
          onMethod={(method) => change('paymentMethod', method)}
          card={cardPayments}
          error={errors['/paymentMethod']}
        />
      )}
      {namesOf(orderFields).map((name) => (
        <TextField key={name} {...input(name)} />
      ))}
      {isBusiness(draft) && (
        <label className="Choice">
          <input
            type="checkbox"
            name="eInvoice"
            checked={draft.eInvoice}
            onChange={(event) => change('eInvoice', event.target.checked)}
          />
          <span>Our system takes e-invoices</span>
        </label>
      )}
      <Consents
        {...{ acceptTerms, waivesWithdrawal, errors }}
        waiver={isConsumerOfEu(draft) ? words.waiver : null}
        onChange={change}
      />
      {verification}
      <OrderButton method={method} total={isReady ? formatPrice(total, currency) : null} busy={busy} />
      <OfflineNote />
      <p className="Checkout-note">{words.notes[method]}</p>
      {onQuote && (
        <div className="QuoteInstead">
          <Button quiet className="Button--wide" type="button" busy={busy} onClick={onQuote}>
            Make a quote instead
          </Button>
          <p className="Checkout-note">
            {`A PDF with a number, for you or whoever decides. It holds these prices for ${quoteDays} days, and nothing is ordered.`}
          </p>
        </div>
      )}
    </form>
  )
}

/** Opens by itself where the law asks for an address, and where something stands in it. */
function AddressForInvoice({ inputs: { input, draft } }: { inputs: CheckoutInputs }) {
  if (!isBusiness(draft)) return null
  const fields = namesOf(addressFields).map((name) => ({ key: name, ...input(name) }))
  const isFilled = fields.some(({ value, error }) => value !== '' || error)
  const isAsked = namesVatId(draft)
  return (
    <details className="Fold" open={isAsked || isFilled || undefined}>
      <summary>Address for the invoice</summary>
      <div className="Form Form-actions--gap">
        {isAsked && <p className="Field-hint">An invoice to a business in the EU shows its address.</p>}
        {fields.map(({ key, ...field }) => (
          <TextField key={key} {...field} />
        ))}
      </div>
    </details>
  )
}
