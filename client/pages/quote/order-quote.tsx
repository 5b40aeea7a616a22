import { type FormEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { mayWithdraw } from '#shared/buyer/withdrawal.ts'
import type { QuoteCheckoutBody } from '#shared/orders/checkout.ts'
import type { Quote } from '#shared/orders/quotes.ts'
import { formatPrice } from '#shared/pricing/money.ts'
import { changeWords } from '../../shop/checkout/change-words.ts'
import { checkSubmission } from '../../shop/checkout/check-fields.ts'
import { cartWords } from '../../shop/checkout/checkout-words.ts'
import { Consents } from '../../shop/checkout/consents.tsx'
import { orderFields } from '../../shop/checkout/fields.ts'
import { OrderButton } from '../../shop/checkout/order-button.tsx'
import { type Method, PaymentMethod } from '../../shop/checkout/payment-method.tsx'
import { usePlaceOrder } from '../../shop/checkout/use-place-order.ts'
import { useAppState } from '../../site/framework/app-state.tsx'
import { TextField } from '../../site/ui/field.tsx'
import { OfflineNote } from '../../site/ui/offline-note.tsx'
import { HumanCheck, type HumanCheckHandle } from '../../verification/human-check.tsx'

const { maxLength: _, ...purchaseOrderField } = orderFields.purchaseOrder

/** The form that orders a quote at its prices, for its buyer. */
export function OrderQuote({ quote }: { quote: Quote }) {
  const { cardPayments } = useAppState().config
  const title = useId()
  const form = useRef<HTMLFormElement>(null)
  const humanCheck = useRef<HumanCheckHandle>(null)
  const [paymentMethod, setPaymentMethod] = useState<Method>('invoice')
  const [purchaseOrder, setPurchaseOrder] = useState(quote.purchaseOrder ?? '')
  const [acceptTerms, setAcceptTerms] = useState(false)
  const [waived, setWaived] = useState(false)
  const { countryCode, vatId } = quote.content.buyer
  const isConsumer = mayWithdraw({ country: countryCode, vatId: vatId ?? undefined })
  const { placeOrder, busy, failure, errors, setError } = usePlaceOrder({
    onFailed: () => humanCheck.current?.reset(),
    onOfferChanged: async () => location.reload(),
  })
  const words = quote.changesLicence ? changeWords : cartWords
  const method = quote.total === 0 ? 'free' : paymentMethod

  // Hydration keeps text entered before it, but React's state doesn't know that text.
  useLayoutEffect(() => {
    if (!form.current) return
    const entered = new FormData(form.current)
    if (entered.has('paymentMethod')) setPaymentMethod(entered.get('paymentMethod') as Method)
    setPurchaseOrder(String(entered.get('purchaseOrder')))
    setAcceptTerms(entered.has('acceptTerms'))
    setWaived(entered.has('waivesWithdrawal'))
  }, [])

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!navigator.onLine) return
    const verification = String(new FormData(event.currentTarget).get('g-recaptcha-response') ?? '')
    const body = {
      quote: { id: quote.id, accessToken: tokenOf(quote) },
      paymentMethod,
      purchaseOrder,
      acceptTerms,
      ...(isConsumer && { waivesWithdrawal: waived }),
      verification,
    } satisfies Omit<QuoteCheckoutBody, 'acceptTerms'> & { acceptTerms: boolean }
    placeOrder(body, checkSubmission(body, words), quote.changesLicence ? [] : quote.lines)
  }

  return (
    <form
      ref={form}
      className="Sheet Checkout NeedsScript"
      aria-labelledby={title}
      noValidate
      onSubmit={submit}
    >
      <h2 className="Sheet-title" id={title}>
        Order it
      </h2>
      {method !== 'free' && (
        <PaymentMethod
          method={method}
          onMethod={setPaymentMethod}
          card={cardPayments}
          error={errors['/paymentMethod']}
        />
      )}
      <TextField
        {...purchaseOrderField}
        name="purchaseOrder"
        value={purchaseOrder}
        onChange={({ target }) => {
          setPurchaseOrder(target.value)
          setError('/purchaseOrder')
        }}
        error={errors['/purchaseOrder']}
      />
      <Consents
        acceptTerms={acceptTerms}
        waivesWithdrawal={waived}
        waiver={isConsumer ? words.waiver : null}
        errors={errors}
        onChange={(name, checked) => {
          if (name === 'acceptTerms') setAcceptTerms(checked)
          else setWaived(checked)
          setError(`/${name}`)
        }}
      />
      <HumanCheck
        ref={humanCheck}
        error={errors['/verification']}
        onPassed={() => setError('/verification')}
      />
      {failure && (
        <p className="Field-error" role="alert">
          {failure.detail}
        </p>
      )}
      <OrderButton method={method} total={formatPrice(quote.total, quote.currency)} busy={busy} />
      <OfflineNote />
      <p className="Checkout-note">{words.notes[method]}</p>
    </form>
  )
}

/** Scripts can't read the cookie, but the page's link contains the same token. */
function tokenOf({ link }: Quote): string {
  return new URL(link).searchParams.get('token') ?? ''
}
