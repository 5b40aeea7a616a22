import { formatMoney, taxIncluded, wholeMoney } from '#shared/money.ts'
import type { Pricing, Product } from '#shared/pricing.ts'
import { AddToCart } from '../../cart/add-to-cart-button.tsx'
import { Machines } from './machines.tsx'

/** A row for each licence; the cue rests on the featured one. */
export function RateCard({ pricing: { products, currency, tax } }: { pricing: Pricing }) {
  return (
    <ul className="RowList">
      {products.map((product) => (
        <Rate key={product.sku} product={product} currency={currency} taxName={tax.name} />
      ))}
    </ul>
  )
}

function Rate({ product, currency, taxName }: { product: Product; currency: string; taxName: string }) {
  const { name, summary, features, unitAmount, licence, featured } = product
  const { symbol, amount } = wholeMoney(unitAmount, currency)
  return (
    <li className="RowList-row Rate" data-current={featured ? '' : undefined}>
      <div>
        <h2 className="RowList-title">{name}</h2>
        <p className="RowList-text">{summary}</p>
        <ul className="Rate-features">
          {features.map((feature) => (
            <li key={feature}>{feature}</li>
          ))}
        </ul>
      </div>
      <Machines className="Rate-machines" count={licence.seats} />
      <div className="Rate-side">
        <div>
          <p className="Rate-price">
            <sup>{symbol}</sup>
            {amount}
          </p>
          <p className="Rate-gst">{`includes ${formatMoney(taxIncluded(unitAmount), currency)} ${taxName}`}</p>
        </div>
        <AddToCart product={product} />
      </div>
    </li>
  )
}
