import { formatPrice } from '#shared/pricing/money.ts'
import type { Pricing, Product } from '#shared/pricing/pricing.ts'
import { seatRenewal } from '#shared/pricing/renewal-price.ts'
import { Verbatim } from '../../site/ui/verbatim.tsx'
import { PlanRow } from './plan-row.tsx'

type Row = { title: string; cents(product: Product): number | undefined; note?(product: Product): string }

/** Prices of changes to a licence; empty if none are sold. */
export function LaterRows({ pricing: { products, currency } }: { pricing: Pricing }) {
  const rows = rowsOf(products)
  if (rows.length === 0) return null
  return (
    <>
      <tr className="Plans-later">
        <th scope="rowgroup" colSpan={products.length + 1}>
          Later, on the same key
        </th>
      </tr>
      {rows.map(({ title, cents, note }) => (
        <PlanRow
          key={title}
          title={title}
          products={products}
          cell={(product) => {
            const price = cents(product)
            if (price === undefined) return <span className="Plans-no">–</span>
            return (
              <>
                <Verbatim>{formatPrice(price, currency, { short: true })}</Verbatim>{' '}
                {note && <small>{note(product)}</small>}
              </>
            )
          }}
        />
      ))}
    </>
  )
}

function rowsOf(products: Product[]): Row[] {
  const upgrades = products.map((better) => ({
    title: `Upgrade to ${better.name}`,
    cents: ({ upgradesTo = [], unitAmount }: Product) =>
      upgradesTo.includes(better.sku) ? Math.max(0, better.unitAmount - unitAmount) : undefined,
  }))
  const rows: Row[] = [
    { title: renewalTitle(products), cents: ({ renewal }) => renewal?.unitAmount },
    {
      title: 'One more machine',
      cents: ({ extraSeat }) => extraSeat?.unitAmount,
      note: ({ extraSeat }) => (extraSeat ? `up to ${extraSeat.maxSeats}` : ''),
    },
    {
      title: 'Its share of a renewal',
      cents: (product) => (product.renewal && product.extraSeat ? seatRenewal(product) : undefined),
    },
    ...upgrades,
  ]
  return rows.filter(({ cents }) => products.some((product) => cents(product) !== undefined))
}

function renewalTitle(products: Product[]): string {
  const months = new Set(products.flatMap(({ renewal }) => renewal?.updatesMonths ?? []))
  const [first] = months
  if (months.size !== 1 || first === undefined) return 'More updates'
  return first === 12 ? 'Another year of updates' : `Another ${first} months of updates`
}
