import { formatMoney } from '#shared/money.ts'
import type { Pricing, Product } from '#shared/pricing.ts'
import { routes } from '#shared/routes.ts'
import { PageLink } from '../../framework/page-link.tsx'

/** What can be added to each licence once it is bought. */
export function LaterPrices({ pricing: { products, currency } }: { pricing: Pricing }) {
  const rows = rowsOf(products, (cents) => formatMoney(cents, currency).replace(/\.00$/, ''))
  if (rows.length === 0) return null
  return (
    <section className="section section--tight" data-tone="paper" aria-labelledby="later">
      <div className="wrap Split">
        <div>
          <h2 className="Split-title" id="later">
            Later, on the same key
          </h2>
          <p className="Lede">
            <PageLink className="TextLink" to={routes.renew}>
              Renew, upgrade or add machines
            </PageLink>
          </p>
        </div>
        <div className="LaterPrices">
          <table className="DataTable">
            <thead>
              <tr>
                <td />
                {products.map(({ sku, name }) => (
                  <th key={sku} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map(({ label, prices }) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  {products.map(({ sku, name }, index) => (
                    <td key={sku} data-label={name}>
                      {prices[index] ?? '–'}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
    </section>
  )
}

type Row = { label: string; prices: (string | undefined)[] }

function rowsOf(products: Product[], money: (cents: number) => string): Row[] {
  const upgrades = products.map((better) => ({
    label: `Upgrade to ${better.name}`,
    prices: products.map(({ upgradesTo = [], unitAmount }) =>
      upgradesTo.includes(better.sku) ? money(Math.max(0, better.unitAmount - unitAmount)) : undefined,
    ),
  }))
  const rows = [
    {
      label: 'Another year of updates',
      prices: products.map(({ renewal }) => renewal && money(renewal.unitAmount)),
    },
    {
      label: 'One more machine',
      prices: products.map(
        ({ extraSeat }) => extraSeat && `${money(extraSeat.unitAmount)}, up to ${extraSeat.maxSeats}`,
      ),
    },
    ...upgrades,
  ]
  return rows.filter(({ prices }) => prices.some((price) => price !== undefined))
}
