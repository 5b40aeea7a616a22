import { type FormEvent, useEffect, useRef } from 'react'
import type { PricedCart } from '#shared/price-cart.ts'
import type { Pricing } from '#shared/pricing.ts'
import { Totals } from '../cart/totals.tsx'
import { HumanCheck, type HumanCheckHandle } from '../verification/human-check.tsx'
import { toCheckoutBody } from './checkout-body.ts'
import { CheckoutForm } from './checkout-form.tsx'
import { useCheckoutInputs } from './use-checkout-inputs.ts'
import { usePlaceOrder } from './use-place-order.ts'

/** Totals and the form that turns a cart into an order. */
export function Checkout({ cart, pricing }: { cart: PricedCart; pricing: Pricing }) {
  const form = useRef<HTMLFormElement>(null)
  const humanCheck = useRef<HumanCheckHandle>(null)
  const { placeOrder, busy, failure, errors, setError } = usePlaceOrder({
    onFailed: () => humanCheck.current?.reset(),
  })
  const inputs = useCheckoutInputs({ errors, setError })
  const { draft, companyName, atHome } = inputs

  useEffect(() => {
    if (!failure) return
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid], fieldset[data-invalid]')
    const target = wrong ?? document.querySelector<HTMLElement>('.Notice--error')
    target?.focus()
  }, [failure])

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!navigator.onLine) return
    const token = new FormData(event.currentTarget).get('g-recaptcha-response')
    placeOrder(toCheckoutBody({ draft, companyName, cart, verification: String(token ?? '') }))
  }

  return (
    <CheckoutForm
      ref={form}
      inputs={inputs}
      total={cart.total}
      currency={pricing.currency}
      verification={
        <HumanCheck
          ref={humanCheck}
          error={errors['/verification']}
          onPassed={() => setError('/verification')}
        />
      }
      busy={busy}
      onSubmit={submit}
    >
      <Totals cart={cart} pricing={pricing} taxed={atHome} />
    </CheckoutForm>
  )
}
