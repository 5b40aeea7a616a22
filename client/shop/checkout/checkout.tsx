import { type FormEvent, useEffect, useRef } from 'react'
import type { PricedCart } from '#shared/pricing/price-cart.ts'
import type { Pricing } from '#shared/pricing/pricing.ts'
import { taxRuleFor } from '#shared/pricing/tax.ts'
import { HumanCheck, type HumanCheckHandle } from '../../verification/human-check.tsx'
import { CodeRow } from '../cart/code-row.tsx'
import { Totals, type TotalsLine } from '../cart/totals.tsx'
import type { DiscountCode } from '../cart/use-discount-code.ts'
import { type CheckoutErrors, checkFields } from './check-fields.ts'
import { type Subject, toCheckoutBody } from './checkout-body.ts'
import { CheckoutForm } from './checkout-form.tsx'
import { type CheckoutWords, cartWords, quoteWords } from './checkout-words.ts'
import type { KnownBuyer } from './draft.ts'
import { useCheckoutInputs } from './use-checkout-inputs.ts'
import { usePlaceOrder } from './use-place-order.ts'

type Props = {
  subject: Subject
  sums: Pick<PricedCart, 'total' | 'tax' | 'beforeTax' | 'codeApplies'>
  pricing: Pick<Pricing, 'currency' | 'tax'>
  /** Shown above the sums. */
  lines?: TotalsLine[]
  /** False if there is nothing to order. */
  isReady?: boolean
  words?: CheckoutWords
  code: DiscountCode
  /** Fills in the form. */
  buyer?: KnownBuyer | null
  /** A cart can become a quote instead. */
  canQuote?: boolean
  onOfferChanged?: () => Promise<void>
  /** Gets the messages of refused members by JSON pointer. */
  onRefused?: (errors: CheckoutErrors) => void
}

export function Checkout(props: Props) {
  const {
    subject,
    sums,
    pricing,
    lines,
    isReady = true,
    words = cartWords,
    onOfferChanged,
    onRefused,
  } = props
  const { code, buyer = null, canQuote = false } = props
  const counted = sums.codeApplies ? code.applied?.code : undefined
  const form = useRef<HTMLFormElement>(null)
  const humanCheck = useRef<HumanCheckHandle>(null)
  const { placeOrder, makeQuote, busy, failure, errors, setError } = usePlaceOrder({
    onFailed(refused) {
      humanCheck.current?.reset()
      if (refused['/code']) code.refuse(refused['/code'])
      onRefused?.(refused)
    },
    onOfferChanged,
  })
  const inputs = useCheckoutInputs({ errors, setError, buyer, words })
  const { draft } = inputs

  useEffect(() => {
    if (!failure) return
    // The code's field has no name, because a code that was refused keeps no order back.
    const wrong = form.current?.querySelector<HTMLElement>('[name][aria-invalid], fieldset[data-invalid]')
    const target = wrong ?? document.querySelector<HTMLElement>('.Notice--error')
    target?.focus()
  }, [failure])

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!navigator.onLine || !isReady || code.isForgotten()) return
    const body = readBody(event.currentTarget)
    placeOrder(body, checkFields(body, words), 'items' in body ? body.items : [])
  }

  function readBody(from: HTMLFormElement) {
    const verification = String(new FormData(from).get('g-recaptcha-response') ?? '')
    return toCheckoutBody({ draft, subject, total: sums.total, verification, code: counted })
  }

  function askForQuote() {
    if (!form.current || !navigator.onLine || code.isForgotten()) return
    const body = readBody(form.current)
    const { expectedTotal: _t, paymentMethod: _p, acceptTerms: _a, waivesWithdrawal: _w, ...asked } = body
    const {
      '/acceptTerms': _accepted,
      '/waivesWithdrawal': _waived,
      ...found
    } = checkFields(body, quoteWords)
    makeQuote(asked, found)
  }

  return (
    <CheckoutForm
      ref={form}
      inputs={inputs}
      total={sums.total}
      currency={pricing.currency}
      tax={pricing.tax}
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
      onQuote={canQuote ? askForQuote : undefined}
    >
      <Totals
        cart={isReady ? sums : null}
        pricing={draft.country ? { ...pricing, tax: taxRuleFor(pricing.tax, draft.country) } : pricing}
        isCountryKnown={draft.country !== ''}
        lines={lines}
      />
      <CodeRow code={code} counts={counted !== undefined} />
    </CheckoutForm>
  )
}
