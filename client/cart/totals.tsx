import { formatMoney } from '#shared/money.ts'
import type { PricedCart } from '#shared/price-cart.ts'
import type { Pricing } from '#shared/pricing.ts'

export type TotalsLine = { label: string; amount: number }

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
        {lines.map(({ label, amount }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{formatMoney(amount, currency)}</dd>
          </div>
        ))}
        {taxed && (
          <>
            <div>
              <dt>{`Before ${pricing.tax.name}`}</dt>
              <dd>{formatMoney(beforeTax, currency)}</dd>
            </div>
            <div>
              <dt>{`${pricing.tax.name}, ${percentOf(pricing.tax.divisor)}`}</dt>
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

/** An eleventh of a total is a tenth of the rest: 11 → "10%" */
function percentOf(divisor: number): string {
  return `${100 / (divisor - 1)}%`
}
