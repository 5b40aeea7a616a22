import type { FormEvent, ReactNode, Ref } from 'react'
import { formatMoney } from '#shared/money.ts'
import { OfflineNote } from '../framework/offline-form.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { AcceptTerms } from './accept-terms.tsx'
import { CheckoutFields } from './checkout-fields.tsx'
import { type Method, PaymentMethod } from './payment-method.tsx'
import type { CheckoutInputs } from './use-checkout-inputs.ts'

type Props = {
  ref: Ref<HTMLFormElement>
  /** The cart's totals. */
  children: ReactNode
  inputs: CheckoutInputs
  /** Cents. */
  total: number
  currency: string
  verification: ReactNode
  busy: boolean
  isReady: boolean
  words?: CheckoutWords | undefined
  onSubmit(event: FormEvent<HTMLFormElement>): void
}

export function CheckoutForm({
  ref,
  children,
  inputs,
  total,
  currency,
  verification,
  busy,
  isReady,
  words = cartWords,
  onSubmit,
}: Props) {
  const { draft, change, text, errors, cardPayments } = inputs
  const { paymentMethod, acceptTerms } = draft
  return (
    <form ref={ref} className="Sheet Checkout" aria-label="Checkout" noValidate onSubmit={onSubmit}>
      {children}
      <CheckoutFields inputs={inputs} total={total} currency={currency} emailNote={words.email} />
      <PaymentMethod
        method={paymentMethod}
        onMethod={(method) => change({ paymentMethod: method }, '/paymentMethod')}
        card={cardPayments}
        error={errors['/paymentMethod']}
      />
      {paymentMethod === 'invoice' && (
        <TextField
          {...text('purchaseOrder')}
          label="Purchase order"
          note="(optional)"
          autoComplete="off"
          maxLength={60}
        />
      )}
      <AcceptTerms
        checked={acceptTerms}
        onChange={(accepted) => change({ acceptTerms: accepted }, '/acceptTerms')}
        error={errors['/acceptTerms']}
      />
      {verification}
      <Button className="Button--wide" busy={busy} disabled={!isReady}>
        {busy ? busyText[paymentMethod] : readyText[paymentMethod](formatMoney(total, currency))}
      </Button>
      <OfflineNote />
      <p className="Checkout-note">{words.notes[paymentMethod]}</p>
    </form>
  )
}

const readyText: Record<Method, (total: string) => string> = {
  card: (total) => `Pay ${total}`,
  invoice: (total) => `Place the order, ${total}`,
}

const busyText: Record<Method, string> = { card: 'Opening payment…', invoice: 'Placing the order…' }

export type CheckoutWords = {
  /** What the address is for. */
  email: string
  notes: Record<Method, string>
}

const cartWords: CheckoutWords = {
  email: 'for the keys',
  notes: {
    card: 'You’ll pay on our payment provider’s page. We never see your card. Keys arrive here and by email.',
    invoice: 'We’ll tell you how to pay. Keys and the tax invoice arrive when the payment does.',
  },
}
