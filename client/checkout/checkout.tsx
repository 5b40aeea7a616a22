import { type FormEvent, useEffect, useRef } from 'react'
import type { PricedCart } from '#shared/price-cart.ts'
import type { Pricing } from '#shared/pricing.ts'
import { Totals, type TotalsLine } from '../cart/totals.tsx'
import { HumanCheck, type HumanCheckHandle } from '../verification/human-check.tsx'
import type { CheckoutErrors } from './check-fields.ts'
import { type Subject, toCheckoutBody } from './checkout-body.ts'
import { CheckoutForm, type CheckoutWords } from './checkout-form.tsx'
import { useCheckoutInputs } from './use-checkout-inputs.ts'
import { usePlaceOrder } from './use-place-order.ts'

type Props = {
  subject: Subject
  sums: Pick<PricedCart, 'total' | 'tax' | 'beforeTax'>
  pricing: Pick<Pricing, 'currency' | 'tax'>
  /** Shown above the sums. */
  lines?: TotalsLine[]
  /** False while there is nothing to order. */
  isReady?: boolean
  words?: CheckoutWords
  onOfferChanged?: () => Promise<void>
  /** Gets the messages of the members that were refused, by their pointers. */
  onRefused?: (errors: CheckoutErrors) => void
}

/** Totals and the form that turns a cart, or a change of a licence, into an order. */
export function Checkout(props: Props) {
  const { subject, sums, pricing, lines, isReady = true, words, onOfferChanged, onRefused } = props
  const form = useRef<HTMLFormElement>(null)
  const humanCheck = useRef<HumanCheckHandle>(null)
  const { placeOrder, busy, failure, errors, setError } = usePlaceOrder({
    onFailed(refused) {
      humanCheck.current?.reset()
      onRefused?.(refused)
    },
    onOfferChanged,
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
    if (!navigator.onLine || !isReady) return
    const token = new FormData(event.currentTarget).get('g-recaptcha-response')
    const verification = String(token ?? '')
    placeOrder(toCheckoutBody({ draft, companyName, subject, total: sums.total, verification }))
  }

  return (
    <CheckoutForm
      ref={form}
      inputs={inputs}
      total={sums.total}
      currency={pricing.currency}
      verification={
        <HumanCheck
          ref={humanCheck}
          error={errors['/verification']}
          onPassed={() => setError('/verification')}
        />
      }
      busy={busy}
      isReady={isReady}
      words={words}
      onSubmit={submit}
    >
      <Totals cart={sums} pricing={pricing} taxed={atHome} lines={lines} />
    </CheckoutForm>
  )
}
