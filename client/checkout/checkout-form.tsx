import type { FormEvent, ReactNode } from 'react'
import { OfflineNote } from '../framework/offline-form.tsx'
import { Button } from '../ui/button.tsx'
import { AcceptTerms } from './accept-terms.tsx'
import { type CheckoutErrors, CheckoutFields } from './checkout-fields.tsx'
import { type Method, PaymentMethod } from './payment-method.tsx'

type Props = {
  /** The cart's totals. */
  children: ReactNode
  companyName: string
  onCompanyName(companyName: string): void
  country: string
  onCountry(country: string): void
  method: Method
  onMethod(method: Method): void
  cardPayments: boolean
  verification?: ReactNode
  errors?: CheckoutErrors
  busy?: boolean
  onSubmit(form: FormData): void
}

export function CheckoutForm({ children, errors = {}, busy = false, onSubmit, ...props }: Props) {
  const { method, onMethod, cardPayments, verification } = props

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!busy && navigator.onLine) onSubmit(new FormData(event.currentTarget))
  }

  return (
    <form className="Sheet Checkout" aria-label="Checkout" noValidate onSubmit={submit}>
      {children}
      <CheckoutFields {...props} errors={errors} />
      <PaymentMethod
        method={method}
        onMethod={onMethod}
        card={cardPayments}
        purchaseOrderError={errors['/purchaseOrder']}
      />
      <AcceptTerms error={errors['/acceptTerms']} />
      {verification}
      <Button className="Button--wide" busy={busy}>
        {buttonText(method, busy)}
      </Button>
      <OfflineNote />
      <p className="Checkout-note">{notes[method]}</p>
    </form>
  )
}

const notes: Record<Method, string> = {
  card: 'You’ll pay on our payment provider’s page. We never see your card. Keys arrive here and by email.',
  invoice: 'We’ll tell you how to pay. Keys and the tax invoice arrive when the payment does.',
}

function buttonText(method: Method, busy: boolean): string {
  if (method === 'card') return busy ? 'Opening payment…' : 'Check out'
  return busy ? 'Placing the order…' : 'Place the order'
}
