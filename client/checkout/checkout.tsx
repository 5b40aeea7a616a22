import { useRef, useState } from 'react'
import type { PricedCart } from '#shared/price-cart.ts'
import type { Pricing } from '#shared/pricing.ts'
import { useAppState, useCart } from '../app-state.tsx'
import { Totals } from '../cart/totals.tsx'
import { HumanCheck, type HumanCheckHandle } from '../verification/human-check.tsx'
import { CheckoutForm } from './checkout-form.tsx'
import { homeCountry } from './countries.ts'
import type { Method } from './payment-method.tsx'
import { usePlaceOrder } from './use-place-order.ts'

/** Totals and the form that turns a cart into an order. */
export function Checkout({ cart, pricing }: { cart: PricedCart; pricing: Pricing }) {
  const { cardPayments } = useAppState().config
  const companyName = useCart((state) => state.companyName)
  const setCompanyName = useCart((state) => state.setCompanyName)
  const [country, setCountry] = useState<string>(homeCountry)
  const [method, setMethod] = useState<Method>(cardPayments ? 'card' : 'invoice')
  const humanCheck = useRef<HumanCheckHandle>(null)
  const { placeOrder, busy, errors } = usePlaceOrder({ onFailed: () => humanCheck.current?.reset() })
  return (
    <CheckoutForm
      companyName={companyName}
      onCompanyName={setCompanyName}
      country={country}
      onCountry={setCountry}
      method={method}
      onMethod={setMethod}
      cardPayments={cardPayments}
      verification={<HumanCheck ref={humanCheck} error={errors['/verification']} />}
      errors={errors}
      busy={busy}
      onSubmit={(form) => placeOrder(form, cart)}
    >
      <Totals cart={cart} pricing={pricing} taxed={country === homeCountry} />
    </CheckoutForm>
  )
}
