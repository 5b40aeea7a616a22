import { formatMoney } from '#shared/money.ts'
import type { PricedCart } from '#shared/price-cart.ts'
import type { Pricing } from '#shared/pricing.ts'
import { percentOf } from '#shared/tax.ts'

export type TotalsLine = {
  label: string
  /** Below zero for what is taken off. */
  amount: number
  onRemove?: () => void
}

type Props = {
  cart: Pick<PricedCart, 'total' | 'tax' | 'beforeTax'>
  pricing: Pick<Pricing, 'currency' | 'tax'>
  /** False outside of Australia: the same price, and no tax is part of it. */
  taxed?: boolean
  /** What the sums are of, where nothing else on the page lists it. */
  lines?: TotalsLine[] | undefined
}

export function Totals({ cart: { total, tax, beforeTax }, pricing, taxed = true, lines = [] }: Props) {
  const { currency } = pricing
  return (
    <section aria-label="Totals">
      <dl className="Totals">
        {lines.map(({ label, amount, onRemove }) => (
          <div key={label} className={amount < 0 ? 'Totals-less' : undefined}>
            <dt>
              {label}{' '}
              {onRemove && (
                <button className="TextLink" type="button" onClick={onRemove}>
                  Remove
                </button>
              )}
            </dt>
            <dd>{formatMoney(amount, currency).replace('-', '−')}</dd>
          </div>
        ))}
        {taxed && pricing.tax && (
          <>
            <div>
              <dt>{`Before ${pricing.tax.name}`}</dt>
              <dd>{formatMoney(beforeTax, currency)}</dd>
            </div>
            <div>
              <dt>{`${pricing.tax.name}, ${percentOf(pricing.tax)}`}</dt>
              <dd>{formatMoney(tax, currency)}</dd>
            </div>
          </>
        )}
        <div className="Totals-sum">
          <dt>{`Total, ${currency}`}</dt>
          <dd>{formatMoney(total, currency)}</dd>
        </div>
      </dl>
    </section>
  )
}
