import { formatMoney } from '#shared/money.ts'
import type { PricedCart } from '#shared/price-cart.ts'
import type { Pricing } from '#shared/pricing.ts'
import { percentOf } from '#shared/tax.ts'

export type TotalsLine = {
  label: string
  /** Negative for discounts; null while unknown. */
  amount: number | null
  onRemove?: () => void
}

type Props = {
  /** Null shows dashes until the sums are known. */
  cart: Pick<PricedCart, 'total' | 'tax' | 'beforeTax'> | null
  pricing: Pick<Pricing, 'currency' | 'tax'>
  /** False for buyers abroad, who pay the same without tax. */
  taxed?: boolean
  /** Set if nothing else on the page lists the items. */
  lines?: TotalsLine[] | undefined
}

export function Totals({ cart, pricing, taxed = true, lines = [] }: Props) {
  const { currency } = pricing
  const money = (cents: number | null | undefined) => (cents == null ? '–' : formatMoney(cents, currency))
  return (
    <section aria-label="Totals">
      <dl className="Totals">
        {lines.map(({ label, amount, onRemove }) => (
          <div key={label} className={amount !== null && amount < 0 ? 'Totals-less' : undefined}>
            <dt>
              {label}{' '}
              {onRemove && (
                <button className="TextLink" type="button" onClick={onRemove}>
                  Remove
                </button>
              )}
            </dt>
            <dd>{money(amount).replace('-', '−')}</dd>
          </div>
        ))}
        {taxed && pricing.tax && (
          <>
            <div>
              <dt>{`Before ${pricing.tax.name}`}</dt>
              <dd>{money(cart?.beforeTax)}</dd>
            </div>
            <div>
              <dt>{`${pricing.tax.name}, ${percentOf(pricing.tax)}`}</dt>
              <dd>{money(cart?.tax)}</dd>
            </div>
          </>
        )}
        <div className="Totals-sum">
          <dt>{`Total, ${currency}`}</dt>
          <dd>{money(cart?.total)}</dd>
        </div>
      </dl>
    </section>
  )
}
