import { quoteDays } from '#shared/orders/quotes.ts'
import { formatPrice } from '#shared/pricing/money.ts'
import type { Pricing } from '#shared/pricing/pricing.ts'
import { taxRuleFor } from '#shared/pricing/tax.ts'
import { Button } from '../../site/ui/button.tsx'
import { Choice, TextField } from '../../site/ui/field.tsx'
import { OfflineNote } from '../../site/ui/offline-note.tsx'
import { HumanCheck } from '../../verification/human-check.tsx'
import { CodeRow } from '../cart/code-row.tsx'
import { Totals, type TotalsLine } from '../cart/totals.tsx'
import { CheckoutFields } from './checkout-fields.tsx'
import { cartWords } from './checkout-words.ts'
import { Consents } from './consents.tsx'
import { addressFields, isBusiness, isConsumerOfEu, namesOf, namesVatId, orderFields } from './fields.ts'
import { OrderButton } from './order-button.tsx'
import { PaymentMethod } from './payment-method.tsx'
import { type Sale, useCheckout } from './use-checkout.ts'
import type { CheckoutInputs } from './use-checkout-inputs.ts'
import '../../site/styles/fold.css'
import '../../site/styles/field.css'
import '../../site/styles/totals.css'
import '../../site/styles/paying.css'

type Props = Omit<Sale, 'isReady' | 'words' | 'buyer'> &
  Partial<Pick<Sale, 'isReady' | 'words' | 'buyer'>> & {
    pricing: Pick<Pricing, 'currency' | 'tax'>
    /** Shown above the sums. */
    lines: TotalsLine[]
  }

export function Checkout({
  pricing,
  lines,
  isReady = true,
  words = cartWords,
  buyer = null,
  ...sale
}: Props) {
  const { sums, code } = sale
  const { currency, tax } = pricing
  const checkout = useCheckout({ ...sale, isReady, words, buyer })
  const { inputs, busy, setError } = checkout
  const { draft, change, input, errors, cardPayments } = inputs
  const { country, paymentMethod, acceptTerms, waivesWithdrawal } = draft
  const method = isReady && sums.total === 0 ? 'free' : paymentMethod
  return (
    <form
      ref={checkout.form}
      className="Sheet Checkout"
      aria-label="Checkout"
      noValidate
      onSubmit={checkout.submit}
    >
      <Totals
        cart={isReady ? sums : null}
        pricing={country ? { currency, tax: taxRuleFor(tax, country) } : pricing}
        isCountryKnown={country !== ''}
        lines={lines}
      />
      <CodeRow code={code} counts={checkout.isCodeCounted} />
      <CheckoutFields inputs={inputs} total={sums.total} currency={currency} tax={tax} />
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
        <Choice
          type="checkbox"
          name="eInvoice"
          checked={draft.eInvoice}
          onChange={(event) => change('eInvoice', event.target.checked)}
        >
          Our system takes e-invoices
        </Choice>
      )}
      <Consents
        {...{ acceptTerms, waivesWithdrawal, errors }}
        waiver={isConsumerOfEu(draft) ? words.waiver : null}
        onChange={change}
      />
      <HumanCheck
        ref={checkout.humanCheck}
        error={errors['/verification']}
        onPassed={() => setError('/verification')}
      />
      <OrderButton method={method} total={isReady ? formatPrice(sums.total, currency) : null} busy={busy} />
      <OfflineNote />
      <p className="Checkout-note">{words.notes[method]}</p>
      <div className="QuoteInstead">
        <Button quiet className="Button--wide" type="button" busy={busy} onClick={checkout.askForQuote}>
          Make a quote instead
        </Button>
        <p className="Checkout-note">
          {`A PDF with a number, for you or whoever decides. It holds these prices for ${quoteDays} days, and nothing is ordered.`}
        </p>
      </div>
    </form>
  )
}

/** Open from the start if the law requires an address, or if a field has text. */
function AddressForInvoice({ inputs: { input, draft } }: { inputs: CheckoutInputs }) {
  if (!isBusiness(draft)) return null
  const fields = namesOf(addressFields).map((name) => ({ key: name, ...input(name) }))
  const isFilled = fields.some(({ value, error }) => value !== '' || error)
  const isAsked = namesVatId(draft)
  return (
    <details className="Fold" open={isAsked || isFilled || undefined}>
      <summary>Address for the invoice</summary>
      <div className="Form Gap">
        {isAsked && <p className="Field-hint">An invoice to a business in the EU shows its address.</p>}
        {fields.map(({ key, ...field }) => (
          <TextField key={key} {...field} />
        ))}
      </div>
    </details>
  )
}
