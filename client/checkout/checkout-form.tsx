import type { FormEvent, ReactNode, Ref } from 'react'
import { formatMoney } from '#shared/money.ts'
import { quoteDays } from '#shared/quotes.ts'
import type { Tax } from '#shared/tax.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { OfflineNote } from '../ui/offline-note.tsx'
import { AcceptTerms } from './accept-terms.tsx'
import { CheckoutFields } from './checkout-fields.tsx'
import { type Method, PaymentMethod } from './payment-method.tsx'
import type { CheckoutInputs } from './use-checkout-inputs.ts'

type Props = {
  ref: Ref<HTMLFormElement>
  children: ReactNode
  inputs: CheckoutInputs
  /** In cents. */
  total: number
  currency: string
  tax: Tax
  verification: ReactNode
  busy: boolean
  isReady: boolean
  words?: CheckoutWords | undefined
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
  words = cartWords,
  onSubmit,
  onQuote,
}: Props) {
  const { draft, change, text, errors, cardPayments } = inputs
  const { paymentMethod, acceptTerms } = draft
  return (
    <form ref={ref} className="Sheet Checkout" aria-label="Checkout" noValidate onSubmit={onSubmit}>
      {children}
      <CheckoutFields inputs={inputs} total={total} currency={currency} tax={tax} emailNote={words.email} />
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
        {busy
          ? busyText[paymentMethod]
          : readyText(paymentMethod, isReady ? formatMoney(total, currency) : null)}
      </Button>
      <OfflineNote />
      <p className="Checkout-note">{words.notes[paymentMethod]}</p>
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

function readyText(method: Method, total: string | null): string {
  if (method === 'card') return total === null ? 'Pay' : `Pay ${total}`
  return total === null ? 'Place the order' : `Place the order, ${total}`
}

const busyText: Record<Method, string> = { card: 'Opening payment…', invoice: 'Placing the order…' }

export type CheckoutWords = {
  /** Tells what the address is used for. */
  email: string
  notes: Record<Method, string>
}

const cartWords: CheckoutWords = {
  email: 'for the keys',
  notes: {
    card: 'You’ll pay on our payment provider’s page. We never see your card. Keys arrive here and by email.',
    invoice: 'The invoice comes at once, by mail and on the order’s page. The keys come when the money does.',
  },
}
