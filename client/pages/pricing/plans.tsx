import { formatPrice } from '#shared/pricing/money.ts'
import type { Pricing, Product } from '#shared/pricing/pricing.ts'
import { percentOf } from '#shared/pricing/tax.ts'
import { AddToCart } from '../../shop/cart/add-to-cart-button.tsx'
import { Estimate } from '../../shop/pricing/estimate.tsx'
import { TaxNote } from '../../shop/pricing/tax-note.tsx'
import { Verbatim } from '../../site/ui/verbatim.tsx'
import { LaterRows } from './later-rows.tsx'
import { PlanRow } from './plan-row.tsx'

/** Compares plans only by their differences. */
export function Plans({ pricing }: { pricing: Pricing }) {
  const { products, currency, tax } = pricing
  const months = new Set(products.map(({ licence }) => licence.updatesMonths))
  const money = (cents: number) => <Verbatim>{formatPrice(cents, currency)}</Verbatim>
  return (
    <table className="Plans">
      <caption className="vh">The plans, by what differs</caption>
      <thead>
        <tr>
          <td />
          {products.map(({ sku, name, summary, featured }) => (
            <th key={sku} scope="col" data-current={featured ? '' : undefined}>
              <span className="Plans-name">{name}</span> <span className="Plans-for">{summary}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="Ruled">
        <PlanRow
          className="Plans-price"
          title="Price, once"
          {...(tax && { note: <TaxNote tax={tax} share={percentOf(tax)} /> })}
          products={products}
          cell={(product) => <Price product={product} currency={currency} />}
        />
        <PlanRow
          title="Machines"
          note="on one key"
          products={products}
          cell={({ licence: { seats } }) => (
            <>
              <span className="vh">{seats}</span>
              <Machines count={seats} />
            </>
          )}
        />
        <PlanRow
          title="Price of one machine"
          products={products}
          cell={({ unitAmount, licence }) => money(Math.round(unitAmount / licence.seats))}
        />
        {months.size > 1 && (
          <PlanRow
            title="New versions"
            note="to keep"
            products={products}
            cell={({ licence }) => `${licence.updatesMonths} months`}
          />
        )}
        {products.some(({ volume }) => volume?.length) && (
          <PlanRow
            title="For several"
            note="of one plan in one order"
            products={products}
            cell={({ volume = [] }) =>
              volume.length > 0 ? (
                volume.map(({ from, percent }) => (
                  <span key={from} className="Plans-step">
                    <span>{`${percent}% off`}</span> <small>{`from ${from}`}</small>
                  </span>
                ))
              ) : (
                <span className="Plans-no">–</span>
              )
            }
          />
        )}
        <LaterRows pricing={pricing} />
      </tbody>
    </table>
  )
}

function Price({ product, currency }: { product: Product; currency: string }) {
  const [, symbol, amount] =
    /^(\D*)(.*)$/.exec(formatPrice(product.unitAmount, currency, { short: true })) ?? []
  return (
    <>
      <p className="Rate-price" translate="no">
        <sup>{symbol}</sup>
        <span>{amount}</span>
      </p>
      <Estimate cents={product.unitAmount} />
      <AddToCart product={product} />
    </>
  )
}

/** Draws a small window for each machine; the text next to it says the same. */
function Machines({ count }: { count: number }) {
  const machines = Array.from({ length: count }, (_, number) => number)
  return (
    <span className="Machines" aria-hidden="true">
      {machines.map((number) => (
        <i key={number} />
      ))}
    </span>
  )
}
