import { formatPrice } from '#shared/pricing/money.ts'
import type { PricedCart } from '#shared/pricing/price-cart.ts'
import type { Pricing } from '#shared/pricing/pricing.ts'
import { percentOf, type TaxRule } from '#shared/pricing/tax.ts'
import { useTaxHome } from '../pricing/use-tax-home.ts'

export type TotalsLine = {
  label: string
  /** In cents; negative for discounts, null while unknown. */
  amount: number | null
  onRemove?: () => void
}

type Props = {
  /** Null shows dashes instead of sums. */
  cart: Pick<PricedCart, 'total' | 'tax' | 'beforeTax'> | null
  /** `tax` is null for buyers abroad, who pay the same amount without tax. */
  pricing: Pick<Pricing, 'currency' | 'tax'>
  isCountryKnown?: boolean
  /** Set if the items aren't listed elsewhere on the page. */
  lines?: TotalsLine[] | undefined
}

export function Totals({ cart, pricing, isCountryKnown = true, lines = [] }: Props) {
  const { currency, tax } = pricing
  const money = (cents: number | null | undefined) => (cents == null ? '–' : formatPrice(cents, currency))
  return (
    <section aria-label="Totals">
      <dl className="Totals">
        {lines.map(({ label, amount, onRemove }) => (
          <div key={label} className={amount !== null && amount < 0 ? 'Totals-less' : undefined}>
            <dt>
              <span>{label}</span>{' '}
              {onRemove && (
                <button className="TextLink" type="button" onClick={onRemove}>
                  Remove
                </button>
              )}
            </dt>
            <dd translate="no">{money(amount).replace('-', '−')}</dd>
          </div>
        ))}
        {tax && isCountryKnown && (
          <div>
            <dt>{`Before ${tax.name}`}</dt>
            <dd translate="no">{money(cart?.beforeTax)}</dd>
          </div>
        )}
        {tax && (
          <div>
            <dt>{isCountryKnown ? `${tax.name}, ${percentOf(tax)}` : <IfAtHome tax={tax} />}</dt>
            <dd translate="no">{money(cart?.tax)}</dd>
          </div>
        )}
        <div className="Totals-sum">
          <dt>{`Total, ${currency}`}</dt>
          <dd translate="no">{money(cart?.total)}</dd>
        </div>
      </dl>
    </section>
  )
}

function IfAtHome({ tax }: { tax: TaxRule }) {
  return `${tax.name} included if you are in ${useTaxHome(tax)}`
}
