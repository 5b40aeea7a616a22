import { type FormEvent, useEffect, useRef } from 'react'
import type { PricedCart } from '#shared/pricing/price-cart.ts'
import type { HumanCheckHandle } from '../../verification/human-check.tsx'
import type { DiscountCode } from '../cart/use-discount-code.ts'
import { type CheckoutErrors, checkFields } from './check-fields.ts'
import { type Subject, toCheckoutBody } from './checkout-body.ts'
import { type CheckoutWords, quoteWords } from './checkout-words.ts'
import type { KnownBuyer } from './draft.ts'
import { useCheckoutInputs } from './use-checkout-inputs.ts'
import { usePlaceOrder } from './use-place-order.ts'

export type Sale = {
  subject: Subject
  sums: Pick<PricedCart, 'total' | 'tax' | 'beforeTax' | 'codeApplies'>
  /** False while there is nothing to order. */
  isReady: boolean
  words: CheckoutWords
  code: DiscountCode
  /** Prefills the form. */
  buyer: KnownBuyer | null
  onOfferChanged?: () => Promise<void>
  /** Called with the errors of refused members, by JSON pointer. */
  onRefused?: (errors: CheckoutErrors) => void
}

/** The form's values, and the acts of its two buttons. */
export function useCheckout({ subject, sums, isReady, words, code, buyer, onOfferChanged, onRefused }: Sale) {
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

  useEffect(() => {
    if (!failure) return
    // The code's field has no name, because a refused code doesn't block the order.
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
    return toCheckoutBody({ draft: inputs.draft, subject, total: sums.total, verification, code: counted })
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

  return {
    form,
    humanCheck,
    inputs,
    busy,
    isCodeCounted: counted !== undefined,
    setError,
    submit,
    askForQuote,
  }
}
